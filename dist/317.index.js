export const id = 317;
export const ids = [317];
export const modules = {

/***/ 5317:
((e,t,i)=>{i.r(t),i.d(t,{readReview:()=>a});var r=i(7671),n=i(9607),o=i(5841);async function a(e){let{event:t,inputs:i,github:a,clock:s}=e,{comment:d,subject:w,asked:l}=t,u=d?.kind==="line",v=u?d.review:d?.kind==="review"?d.id:void 0;if(!d||!w||void 0===l||void 0===v)return{kind:"event",event:t};if(!a)throw new r.ub(`The action can't read the review because ${r.wH}.`);let h={pull_number:w.number,review_id:v},c=t=>(0,r.xV)(e,"required",e=>(0,r.QC)(s,{...e,patienceMs:8e3},r.ST,()=>t(e)));try{if(!u){let e=(await c(e=>a.all(o.$u,h,e))).filter(({isMinimized:e})=>!e).sort((e,t)=>e.id-t.id);return{kind:"event",event:{...t,comment:{...d,others:e}}}}let{body:e}=await c(e=>a.call(o.F1,h,e));return void 0!==(0,n.Ke)(e,i.triggerPhrase)?{kind:"skip",reason:"This comment belongs to a review that begins with the `trigger-phrase`, so the whole review is the request. The workflow must listen for `pull_request_review`."}:{kind:"event",event:t}}catch(e){if(!(e instanceof r.E1))throw e;if(u&&(0,r.ST)(e))return{kind:"event",event:t};throw new r.ub(e.message,e)}}})

};
