const {openEngine}=require("./dist/lives/engines.js");
const g=require("./dist/lives/generate.js");const inv=require("./dist/lives/invariants/all.js");
const life=g.lifeFrom(+process.argv[2],+process.argv[3]);
const from=+process.argv[4];
const note=require("./dist/lives/noting.js");const o=note.note;
Object.defineProperty(note,"note",{value:(e,ob)=>{ if(life.__n===undefined)life.__n=0; life.__n++; if(life.__n>=from){console.log("--",ob.args.join(" ").slice(0,150),ob.told.code,[...ob.told.ops].map(([k,v])=>k+":"+v).join("; "));for(const c of ob.calls)if(c.method!=="GET"||process.argv[5])console.log("   ",c.method,c.path,c.status,c.worked);for(const m of ob.mails)console.log("    MAIL",JSON.stringify(m).slice(0,200));console.log("   held",[...ob.after.held].map(([s,h])=>s+"="+h.map(x=>x.name+":"+x.id+(x.isOld?"(old)":"")).join(",")).join(" | "))}; return o(e,ob)}});
(async()=>{const {once,close}=await openEngine("in-process");const l=await once(life);await close();process.exit(0)})();
