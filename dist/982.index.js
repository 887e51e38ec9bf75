export const id = 982;
export const ids = [982];
export const modules = {

/***/ 95982:
((e,t,n)=>{n.r(t),n.d(t,{notify:()=>l});var i=n(87671),r=n(88325),o=n(9452),s=n(95841),a=n(23914),u=n(83016),f=n(52863);async function l(e){let{result:t,context:n}=e,{github:l,request:d,event:c,signal:$,log:h,redact:w}=n,y=(0,a.sR)(n);if($.aborted||u.i[t.outcome].isSilent)return;let b=c.sender?.isBot===!1;if(!l||!y||!b)return void h.info("`notify` did nothing: it needs a person to mention, an issue or pull request, and `github-token`.");let g=w(`@${d.requester} ${(0,f.PH)(e)}

${r.FO} --\x3e`);try{await l.call(s.eT,{issue_number:y,body:g},i.eL)}catch(e){if(!(e instanceof o.E1))throw e;h.warning(`${d.requester} wasn't notified: ${e.full}`)}}})

};
