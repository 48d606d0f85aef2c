// every command of a life, also those of followed advice
const {InProcessStack}=require("./dist/harness/inProcessStack.js");
const g=require("./dist/lives/generate.js");const {openEngine}=require("./dist/lives/engines.js");
const life=g.lifeFrom(+process.argv[2],+process.argv[3]);let n=0;
const W=require("./dist/lives/inProcessWorld.js");const cls=Object.values(W).find(x=>x.prototype?.told);const p=cls.prototype;const o=p.told;
p.told=async function(a,t){const r=await o.call(this,a,t);n++;if(n>=+process.argv[4])console.log("##",n,JSON.stringify(t).slice(0,80),a.join(" ").slice(0,160),r.code,"\n"+r.text.slice(0,+process.argv[5]||600));return r};
(async()=>{const {once,close}=await openEngine("in-process");await once(life);await close();process.exit(0)})();
