export const id = 317;
export const ids = [317];
export const modules = {

/***/ 5317:
((e,i,t)=>{t.r(i),t.d(i,{readReview:()=>a});var r=t(7671),n=t(9607),o=t(5841);async function a(e){let{event:i,inputs:t,github:a,clock:s}=e,{comment:d,subject:w,asked:l}=i,v=d?.kind==="line",u=v?d.review:d?.kind==="review"?d.id:void 0;if(!d||!w||void 0===l||void 0===u)return{kind:"event",event:i};if(!a)throw new r.ub(`The action can't read the review because ${r.wH}.`);let h={pull_number:w.number,review_id:u},c=i=>(0,r.xV)(e,"required",e=>(0,r.QC)(s,{...e,patienceMs:8e3},r.ST,()=>i(e)));try{if(!v){let e=(await c(e=>a.all(o.$u,h,e))).filter(({isMinimized:e})=>!e).sort((e,i)=>e.id-i.id);return{kind:"event",event:{...i,comment:{...d,others:e}}}}let{body:e}=await c(e=>a.call(o.F1,h,e));return void 0!==(0,n.Ke)(e,t.triggerPhrase)?{kind:"skip",reason:"This comment belongs to a review that begins with the `trigger-phrase`, so the whole review is one request. To receive it, the workflow must listen for `pull_request_review`."}:{kind:"event",event:i}}catch(e){if(!(e instanceof r.E1))throw e;if(v&&(0,r.ST)(e))return{kind:"event",event:i};throw new r.ub(e.message,e)}}})

};
