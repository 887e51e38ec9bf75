export const id = 844;
export const ids = [844];
export const modules = {

/***/ 7844:
((e,t,r)=>{r.r(t),r.d(t,{notify:()=>f});var n=r(7671),a=r(5841),i=r(5887),o=r(6362),u=r(6040),d=r(5157);async function f(e,t){let{github:r,inputs:f,request:l,event:s,signal:$,log:y}=e,{outcome:b,job:c}=t,p=(0,d.uu)(s,f);if(!r||void 0===p||""===l.by||$.aborted||"skipped"===b||"started"===b)return;let w="pull-request"===b?(0,u._n)(c)?.url:void 0,v=`@${l.by} ${(0,u.gD)(t)}${w?`: ${(0,o.nf)((0,o.aY)(w),w)}`:"."}`,g=`${v}

${i.FO} --\x3e`;try{await (0,n.FM)(e,1e4,e=>r.read(a.eT,{issue_number:p,body:g},e))}catch(e){if(!(e instanceof n.E1))throw e;y.warning(`${l.by} was not notified: ${e.full}`)}}})

};
