export const id = 43;
export const ids = [43];
export const modules = {

/***/ 40043:
((e,r,t)=>{t.d(r,{askReviewers:()=>u});var s=t(87671),o=t(9452),i=t(95841),n=t(73316),l=t(17012);async function u(e,r,t){let{inputs:u,log:a}=t,d=u.reviewers.filter(e=>"requester"!==e),w=u.reviewers.includes("requester")?function({event:e,subject:r}){if("schedule"===e.name)return;let t=e.push||(0,l.F5)(e)?r.issueOrPull:void 0,s=t?t.author:e.sender;return s?.isBot===!1?s.login:void 0}(t):void 0,f=d.some(e=>(0,n.d)(e,w)),c=!w||f?d:[...d,w],v="Nobody";for(let t of c)try{let o={pull_number:e,reviewers:[t]};await r.call(i.i5,o,s.eL),a.info(`${t} was asked to review the docs pull request.`),v="Nobody else"}catch(u){if(!(u instanceof o.E1))throw u;let{kind:e,status:r,full:s}=u;if("refused"===e&&403===r)return void a.warning(`${v} was asked to review the docs pull request: ${s}`);let i="transient"===e;i&&(v="Nobody else");let n=i?`It's unknown whether ${t} was asked`:`${t} wasn't asked`,l=`${n} to review the docs pull request: ${s}`;t===w?a.info(l):a.warning(l)}}})

};
