import { readFileSync, statSync } from 'node:fs'
const root = process.argv[2] ?? '/tmp/o/src'
const m = JSON.parse(readFileSync(root+'/dist/client/.vite/manifest.json','utf8'))
const entry = Object.keys(m).find(k=>m[k].isEntry)
const collect=(k,s=new Set())=>{ if(!m[k]||s.has(k))return s; s.add(k); for(const i of m[k].imports??[])collect(i,s); return s}
const size=(f)=>statSync(`${root}/dist/client/${f}.br`).size
for (const scr of process.argv.slice(3).length?process.argv.slice(3):['home','blog','login','register','category','orders','payment','lost']) {
  const keys=new Set([...collect(entry),...collect(`web/screens/${scr}.tsx`)])
  let js=0
  const parts=[]
  for(const k of keys){const s=size(m[k].file); js+=s; parts.push(`${k.replace('web/screens/','')}=${s}`)}
  console.log(scr, js, parts.join(' '))
}
for (const c of m[entry].css) console.log('css',c,size(c))
