export const id = 317;
export const ids = [317];
export const modules = {

/***/ 7698:
((e,t,i)=>{i.r(t),i.d(t,{readReview:()=>s});var r=i(7671),n=i(9607),o=i(5841),a=i(876);async function s(e){let{event:t,inputs:i,github:s,signal:w,clock:d}=e,{comment:h,subject:v,asked:l}=t,u=h?.kind==="line",c=u?h.review:h?.kind==="review"?h.id:void 0;if(!h||!v||void 0===l||void 0===c)return{kind:"event",event:t};if(!s)throw new r.ub(`The action cannot read the review without ${r.wH}.`);let f={pull_number:v.number,review_id:c},k={signal:w,patienceMs:a.x},m=e=>(0,r.QC)(d,{signal:w,patienceMs:8e3},r.ST,e);try{if(!u){let e=await m(()=>s.all(o.$u,f,k));return e.sort((e,t)=>e.id-t.id),{kind:"event",event:{...t,comment:{...h,others:e}}}}let{body:e}=await m(()=>s.read(o.F1,f,k));return void 0!==(0,n.Ke)(e,i.triggerPhrase)?{kind:"skip",reason:"The review of this comment begins with the trigger-phrase, so the review is the request, with all of its comments: the workflow has to listen to pull_request_review."}:{kind:"event",event:t}}catch(e){if(!(e instanceof r.E1))throw e;if(u&&(0,r.ST)(e))return{kind:"event",event:t};throw new r.ub(e.message,e)}}})

};
