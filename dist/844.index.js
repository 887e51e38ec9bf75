export const id = 844;
export const ids = [844];
export const modules = {

/***/ 7844:
((e,t,n)=>{n.r(t),n.d(t,{notify:()=>d});var r=n(7671),i=n(5841),a=n(5887),o=n(6362),s=n(6040),u=n(5157);async function d(e,t){let{github:n,inputs:d,request:f,event:l,signal:$,log:c}=e,{outcome:p,job:w}=t,b=(0,u.uu)(l,d);if($.aborted||"skipped"===p||"started"===p)return;if(!n||void 0===b||!l.sender||l.sender.isBot)return c.info("No notification was sent: it takes a person who made the request, an issue or pull request, and github-token.");let h="pull-request"===p?(0,s._n)(w)?.url:void 0,y=`@${f.by} ${(0,s.gD)(t)}${h?`: ${(0,o.nf)((0,o.aY)(h),h)}`:"."}`,g=`${y}

${a.FO} --\x3e`;try{await (0,r.FM)(e,1e4,e=>n.read(i.eT,{issue_number:b,body:g},e))}catch(e){if(!(e instanceof r.E1))throw e;c.warning(`${f.by} was not notified: ${e.full}`)}}})

};
