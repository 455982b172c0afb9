/* qr 0.4.2, decode.js with what it needs, bundled and minified (esbuild --bundle --minify --format=esm --line-limit=140).
The MIT License (MIT)

Copyright (c) 2023 Paul Miller (https://paulmillr.com)

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the “Software”), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED “AS IS”, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.*/
var U={newline:10,reset:27};function ht(e){if(!Number.isSafeInteger(e))throw new Error(`integer expected: ${e}`)}function dt(e){if(!Number.isSafeInteger(
e)||e<1||e>40)throw new Error(`Invalid version=${e}. Expected number [1..40]`)}function ut(e,t){return e.toString(2).padStart(t,"0")}function X(e,t){
let r=e%t;return r>=0?r:t+r}function I(e,t){return new Array(e).fill(t)}function H(...e){let t=0;for(let o of e)t=Math.max(t,o.length);let r=[];
for(let o=0;o<t;o++)for(let n of e)o>=n.length||r.push(n[o]);return new Uint8Array(r)}function yt(){let e,t=1/0;return{add(r,o){r>=t||(e=o,t=r)},get:()=>e,score:()=>t}}function K(e){return{has:t=>e.includes(t),decode:t=>{if(!Array.
isArray(t)||t.length&&typeof t[0]!="string")throw new Error("alphabet.decode input should be array of strings");return t.map(r=>{if(typeof r!=
"string")throw new Error(`alphabet.decode: not string element=${r}`);let o=e.indexOf(r);if(o===-1)throw new Error(`Unknown letter: "${r}". A\
llowed: ${e}`);return o})},encode:t=>{if(!Array.isArray(t)||t.length&&typeof t[0]!="number")throw new Error("alphabet.encode input should be\
 an array of numbers");return t.map(r=>{if(ht(r),r<0||r>=e.length)throw new Error(`Digit index outside alphabet: ${r} (alphabet: ${e.length}\
)`);return e[r]})}}}var R=class e{static size(t,r){if(typeof t=="number"&&(t={height:t,width:t}),!Number.isSafeInteger(t.height)&&t.height!==
1/0)throw new Error(`Bitmap: invalid height=${t.height} (${typeof t.height})`);if(!Number.isSafeInteger(t.width)&&t.width!==1/0)throw new Error(
`Bitmap: invalid width=${t.width} (${typeof t.width})`);return r!==void 0&&(t={width:Math.min(t.width,r.width),height:Math.min(t.height,r.height)}),
t}static fromString(t){t=t.replace(/^\n+/g,"").replace(/\n+$/g,"");let r=t.split(String.fromCharCode(U.newline)),o=r.length,n=new Array(o),i;
for(let a of r){let s=a.split("").map(c=>{if(c==="X")return!0;if(c===" ")return!1;if(c!=="?")throw new Error(`Bitmap.fromString: unknown sym\
bol=${c}`)});if(i&&s.length!==i)throw new Error(`Bitmap.fromString different row sizes: width=${i} cur=${s.length}`);i=s.length,n.push(s)}return i||
(i=0),new e({height:o,width:i},n)}constructor(t,r){let{height:o,width:n}=e.size(t);this.data=r||Array.from({length:o},()=>I(n,void 0)),this.
height=o,this.width=n}point(t){return this.data[t.y][t.x]}isInside(t){return 0<=t.x&&t.x<this.width&&0<=t.y&&t.y<this.height}size(t){if(!t)return{
height:this.height,width:this.width};let{x:r,y:o}=this.xy(t);return{height:this.height-o,width:this.width-r}}xy(t){if(typeof t=="number"&&(t=
{x:t,y:t}),!Number.isSafeInteger(t.x))throw new Error(`Bitmap: invalid x=${t.x}`);if(!Number.isSafeInteger(t.y))throw new Error(`Bitmap: inv\
alid y=${t.y}`);return t.x=X(t.x,this.width),t.y=X(t.y,this.height),t}rect(t,r,o){let{x:n,y:i}=this.xy(t),{height:a,width:s}=e.size(r,this.size(
{x:n,y:i}));for(let c=0;c<a;c++)for(let h=0;h<s;h++)this.data[i+c][n+h]=typeof o=="function"?o({x:h,y:c},this.data[i+c][n+h]):o;return this}rectRead(t,r,o){
return this.rect(t,r,(n,i)=>(o(n,i),i))}hLine(t,r,o){return this.rect(t,{width:r,height:1},o)}vLine(t,r,o){return this.rect(t,{width:1,height:r},
o)}border(t=2,r){let o=this.height+2*t,n=this.width+2*t,i=I(t,r),a=Array.from({length:t},()=>I(n,r));return new e({height:o,width:n},[...a,...this.
data.map(s=>[...i,...s,...i]),...a])}embed(t,r){return this.rect(t,r.size(),({x:o,y:n})=>r.data[n][o])}rectSlice(t,r=this.size()){let o=new e(
e.size(r,this.size(this.xy(t))));return this.rect(t,r,({x:n,y:i},a)=>o.data[i][n]=a),o}inverse(){let{height:t,width:r}=this;return new e({height:r,
width:t}).rect({x:0,y:0},1/0,({x:n,y:i})=>this.data[n][i])}scale(t){if(!Number.isSafeInteger(t)||t>1024)throw new Error(`invalid scale facto\
r: ${t}`);let{height:r,width:o}=this;return new e({height:t*r,width:t*o}).rect({x:0,y:0},1/0,({x:i,y:a})=>this.data[Math.floor(a/t)][Math.floor(
i/t)])}clone(){return new e(this.size()).rect({x:0,y:0},this.size(),({x:r,y:o})=>this.data[o][r])}assertDrawn(){this.rectRead(0,1/0,(t,r)=>{
if(typeof r!="boolean")throw new Error(`Invalid color type=${typeof r}`)})}toString(){return this.data.map(t=>t.map(r=>r===void 0?"?":r?"X":
" ").join("")).join(String.fromCharCode(U.newline))}toASCII(){let{height:t,width:r,data:o}=this,n="";for(let i=0;i<t;i+=2){for(let a=0;a<r;a++){
let s=o[i][a],c=i+1>=t?!0:o[i+1][a];!s&&!c?n+="\u2588":!s&&c?n+="\u2580":s&&!c?n+="\u2584":s&&c&&(n+=" ")}n+=String.fromCharCode(U.newline)}
return n}toTerm(){let t=String.fromCharCode(U.reset),r=t+"[0m",o=t+"[1;47m  "+r,n=t+"[40m  "+r;return this.data.map(i=>i.map(a=>a?n:o).join(
"")).join(String.fromCharCode(U.newline))}toSVG(t=!0){let r=`<svg viewBox="0 0 ${this.width} ${this.height}" xmlns="http://www.w3.org/2000/s\
vg">`,o="",n;return this.rectRead(0,1/0,(i,a)=>{if(!a)return;let{x:s,y:c}=i;if(!t){r+=`<rect x="${s}" y="${c}" width="1" height="1" />`;return}
let h=`M${s} ${c}`;if(n){let l=`m${s-n.x} ${c-n.y}`;l.length<=h.length&&(h=l)}let f=s<10?`H${s}`:"h-1";o+=`${h}h1v1${f}Z`,n=i}),t&&(r+=`<pat\
h d="${o}"/>`),r+="</svg>",r}toGIF(){let t=s=>[s&255,s>>>8&255],r=[...t(this.width),...t(this.height)],o=[];this.rectRead(0,1/0,(s,c)=>o.push(
+(c===!0)));let n=126,i=[71,73,70,56,55,97,...r,246,0,0,255,255,255,...I(381,0),44,0,0,0,0,...r,0,7],a=Math.floor(o.length/n);for(let s=0;s<
a;s++)i.push(n+1,128,...o.slice(n*s,n*(s+1)).map(c=>+c));return i.push(o.length%n+1,128,...o.slice(a*n).map(s=>+s)),i.push(1,129,0,59),new Uint8Array(
i)}toImage(t=!1){let{height:r,width:o}=this.size(),n=new Uint8Array(r*o*(t?3:4)),i=0;for(let a=0;a<r;a++)for(let s=0;s<o;s++){let c=this.data[a][s]?
0:255;n[i++]=c,n[i++]=c,n[i++]=c,t||(n[i++]=255)}return{height:r,width:o,data:n}}};var gt=[26,44,70,100,134,172,196,242,292,346,404,466,532,581,655,733,815,901,991,1085,1156,1258,1364,1474,1588,1706,1828,1921,2051,2185,2323,
2465,2611,2761,2876,3034,3196,3362,3532,3706],wt={low:[7,10,15,20,26,18,20,24,30,18,20,24,26,30,22,24,28,30,28,28,28,28,30,30,26,28,30,30,30,
30,30,30,30,30,30,30,30,30,30,30],medium:[10,16,26,18,24,16,18,22,22,26,30,22,22,24,24,28,28,26,26,26,26,28,28,28,28,28,28,28,28,28,28,28,28,
28,28,28,28,28,28,28],quartile:[13,22,18,26,18,24,18,22,20,24,28,26,24,20,30,24,28,28,26,30,28,30,30,30,30,28,30,30,30,30,30,30,30,30,30,30,
30,30,30,30],high:[17,28,22,16,22,28,26,26,24,28,24,28,22,24,24,30,28,28,26,28,30,24,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30]},
xt={low:[1,1,1,1,1,2,2,2,2,4,4,4,4,4,6,6,6,6,7,8,8,9,9,10,12,12,12,13,14,15,16,17,18,19,19,20,21,22,24,25],medium:[1,1,1,2,2,4,4,4,5,5,5,8,9,
9,10,10,11,13,14,16,17,17,18,20,21,23,25,26,28,29,31,33,35,37,38,40,43,45,47,49],quartile:[1,1,2,2,4,4,6,6,8,8,8,10,12,16,12,17,16,18,21,20,
23,23,25,27,29,34,34,35,38,40,43,45,48,51,53,56,59,62,65,68],high:[1,1,2,4,4,4,5,6,8,8,11,11,16,16,18,16,19,21,25,25,25,34,30,32,35,37,40,42,
45,48,51,54,57,60,63,66,70,74,77,81]},N={size:{encode:e=>21+4*(e-1),decode:e=>(e-17)/4},sizeType:e=>Math.floor((e+7)/17),alignmentPatterns(e){
if(e===1)return[];let t=6,r=N.size.encode(e)-t-1,o=r-t,n=Math.ceil(o/28),i=Math.floor(o/n);i%2?i+=1:o%n*2>=n&&(i+=2);let a=[t];for(let s=1;s<
n;s++)a.push(r-(n-s)*i);return a.push(r),a},ECCode:{low:1,medium:0,quartile:3,high:2},formatMask:21522,formatBits(e,t){let r=N.ECCode[e]<<3|
t,o=r;for(let n=0;n<10;n++)o=o<<1^(o>>9)*1335;return(r<<10|o)^N.formatMask},versionBits(e){let t=e;for(let r=0;r<12;r++)t=t<<1^(t>>11)*7973;
return e<<12|t},alphabet:{numeric:K("0123456789"),alphanumerc:K("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")},lengthBits(e,t){return{numeric:[
10,12,14],alphanumeric:[9,11,13],byte:[8,16,16],kanji:[8,10,12],eci:[0,0,0]}[t][N.sizeType(e)]},modeBits:{numeric:"0001",alphanumeric:"0010",
byte:"0100",kanji:"1000",eci:"0111"},capacity(e,t){let r=gt[e-1],o=wt[t][e-1],n=xt[t][e-1],i=Math.floor(r/n)-o,a=n-r%n;return{words:o,numBlocks:n,
shortBlocks:a,blockLen:i,capacity:(r-o*n)*8,total:(o+i)*n+n-a}}},mt=[(e,t)=>(e+t)%2==0,(e,t)=>t%2==0,(e,t)=>e%3==0,(e,t)=>(e+t)%3==0,(e,t)=>(Math.
floor(t/2)+Math.floor(e/3))%2==0,(e,t)=>e*t%2+e*t%3==0,(e,t)=>(e*t%2+e*t%3)%2==0,(e,t)=>((e+t)%2+e*t%3)%2==0],y={tables:(e=>{let t=I(256,0),
r=I(256,0);for(let o=0,n=1;o<256;o++)t[o]=n,r[n]=o,n<<=1,n&256&&(n^=e);return{exp:t,log:r}})(285),exp:e=>y.tables.exp[e],log(e){if(e===0)throw new Error(
`GF.log: invalid arg=${e}`);return y.tables.log[e]%255},mul(e,t){return e===0||t===0?0:y.tables.exp[(y.tables.log[e]+y.tables.log[t])%255]},
add:(e,t)=>e^t,pow:(e,t)=>y.tables.exp[y.tables.log[e]*t%255],inv(e){if(e===0)throw new Error(`GF.inverse: invalid arg=${e}`);return y.tables.
exp[255-y.tables.log[e]]},polynomial(e){if(e.length==0)throw new Error("GF.polymomial: invalid length");if(e[0]!==0)return e;let t=0;for(;t<
e.length-1&&e[t]==0;t++);return e.slice(t)},monomial(e,t){if(e<0)throw new Error(`GF.monomial: invalid degree=${e}`);if(t==0)return[0];let r=I(
e+1,0);return r[0]=t,y.polynomial(r)},degree:e=>e.length-1,coefficient:(e,t)=>e[y.degree(e)-t],mulPoly(e,t){if(e[0]===0||t[0]===0)return[0];
let r=I(e.length+t.length-1,0);for(let o=0;o<e.length;o++)for(let n=0;n<t.length;n++)r[o+n]=y.add(r[o+n],y.mul(e[o],t[n]));return y.polynomial(
r)},mulPolyScalar(e,t){if(t==0)return[0];if(t==1)return e;let r=I(e.length,0);for(let o=0;o<e.length;o++)r[o]=y.mul(e[o],t);return y.polynomial(
r)},mulPolyMonomial(e,t,r){if(t<0)throw new Error("GF.mulPolyMonomial: invalid degree");if(r==0)return[0];let o=I(e.length+t,0);for(let n=0;n<
e.length;n++)o[n]=y.mul(e[n],r);return y.polynomial(o)},addPoly(e,t){if(e[0]===0)return t;if(t[0]===0)return e;let r=e,o=t;r.length>o.length&&
([r,o]=[o,r]);let n=I(o.length,0),i=o.length-r.length,a=o.slice(0,i);for(let s=0;s<a.length;s++)n[s]=a[s];for(let s=i;s<o.length;s++)n[s]=y.
add(r[s-i],o[s]);return y.polynomial(n)},remainderPoly(e,t){let r=Array.from(e);for(let o=0;o<e.length-t.length+1;o++){let n=r[o];if(n!==0)for(let i=1;i<
t.length;i++)t[i]!==0&&(r[o+i]=y.add(r[o+i],y.mul(t[i],n)))}return r.slice(e.length-t.length+1,r.length)},divisorPoly(e){let t=[1];for(let r=0;r<
e;r++)t=y.mulPoly(t,[1,y.pow(2,r)]);return t},evalPoly(e,t){if(t==0)return y.coefficient(e,0);let r=e[0];for(let o=1;o<e.length;o++)r=y.add(
y.mul(t,r),e[o]);return r},euclidian(e,t,r){y.degree(e)<y.degree(t)&&([e,t]=[t,e]);let o=e,n=t,i=[0],a=[1];for(;2*y.degree(n)>=r;){let h=o,f=i;
if(o=n,i=a,o[0]===0)throw new Error("rLast[0] === 0");n=h;let l=[0],d=y.inv(o[0]);for(;y.degree(n)>=y.degree(o)&&n[0]!==0;){let u=y.degree(n)-
y.degree(o),x=y.mul(n[0],d);l=y.addPoly(l,y.monomial(u,x)),n=y.addPoly(n,y.mulPolyMonomial(o,u,x))}if(l=y.mulPoly(l,i),a=y.addPoly(l,f),y.degree(
n)>=y.degree(o))throw new Error(`Division failed r: ${n}, rLast: ${o}`)}let s=y.coefficient(a,0);if(s==0)throw new Error("sigmaTilde(0) was \
zero");let c=y.inv(s);return[y.mulPolyScalar(a,c),y.mulPolyScalar(n,c)]}};function pt(e){return{encode(t){let r=y.divisorPoly(e),o=Array.from(
t);return o.push(...r.slice(0,-1).fill(0)),Uint8Array.from(y.remainderPoly(o,r))},decode(t){let r=t.slice(),o=y.polynomial(Array.from(t)),n=I(
e,0),i=!1;for(let l=0;l<e;l++){let d=y.evalPoly(o,y.exp(l));n[n.length-1-l]=d,d!==0&&(i=!0)}if(!i)return r;n=y.polynomial(n);let a=y.monomial(
e,1),[s,c]=y.euclidian(a,n,e),h=I(y.degree(s),0),f=0;for(let l=1;l<256&&f<h.length;l++)y.evalPoly(s,l)===0&&(h[f++]=y.inv(l));if(f!==h.length)
throw new Error("RS.decode: invalid errors number");for(let l=0;l<h.length;l++){let d=r.length-1-y.log(h[l]);if(d<0)throw new Error("RS.deco\
de: invalid error location");let u=y.inv(h[l]),x=1;for(let w=0;w<h.length;w++)l!==w&&(x=y.mul(x,y.add(1,y.mul(h[w],u))));r[d]=y.add(r[d],y.mul(
y.evalPoly(c,u),y.inv(x)))}return r}}}function bt(e,t){let{words:r,shortBlocks:o,numBlocks:n,blockLen:i,total:a}=N.capacity(e,t),s=pt(r);return{
encode(c){let h=[],f=[];for(let x=0;x<n;x++){let w=x<o,m=i+(w?0:1);h.push(c.subarray(0,m)),f.push(s.encode(c.subarray(0,m))),c=c.subarray(m)}
let l=H(...h),d=H(...f),u=new Uint8Array(l.length+d.length);return u.set(l),u.set(d,l.length),u},decode(c){if(c.length!==a)throw new Error(`\
interleave.decode: len(data)=${c.length}, total=${a}`);let h=[];for(let d=0;d<n;d++){let u=d<o;h.push(new Uint8Array(r+i+(u?0:1)))}let f=0;for(let d=0;d<
i;d++)for(let u=0;u<n;u++)h[u][d]=c[f++];for(let d=o;d<n;d++)h[d][i]=c[f++];for(let d=i;d<i+r;d++)for(let u=0;u<n;u++){let x=u<o;h[u][d+(x?0:
1)]=c[f++]}let l=[];for(let d of h)l.push(...Array.from(s.decode(d)).slice(0,-r));return Uint8Array.from(l)}}}function Et(e,t,r,o=!1){let n=N.
size.encode(e),i=new R(n+2),a=new R(3).rect(0,3,!0).border(1,!1).border(1,!0).border(1,!1);i=i.embed(0,a).embed({x:-a.width,y:0},a).embed({x:0,
y:-a.height},a),i=i.rectSlice(1,n);let s=new R(1).rect(0,1,!0).border(1,!1).border(1,!0),c=N.alignmentPatterns(e);for(let h of c)for(let f of c)
i.data[h][f]===void 0&&i.embed({x:f-2,y:h-2},s);i=i.hLine({x:0,y:6},1/0,({x:h},f)=>f===void 0?h%2==0:f).vLine({x:6,y:0},1/0,({y:h},f)=>f===void 0?
h%2==0:f);{let h=N.formatBits(t,r),f=l=>!o&&(h>>l&1)==1;for(let l=0;l<6;l++)i.data[l][8]=f(l);for(let l=6;l<8;l++)i.data[l+1][8]=f(l);for(let l=8;l<
15;l++)i.data[n-15+l][8]=f(l);for(let l=0;l<8;l++)i.data[8][n-l-1]=f(l);for(let l=8;l<9;l++)i.data[8][15-l-1+1]=f(l);for(let l=9;l<15;l++)i.
data[8][15-l-1]=f(l);i.data[n-8][8]=!o}if(e>=7){let h=N.versionBits(e);for(let f=0;f<18;f+=1){let l=!o&&(h>>f&1)==1,d=Math.floor(f/3),u=f%3+
n-8-3;i.data[d][u]=l,i.data[u][d]=l}}return i}function St(e,t,r){let o=e.height,n=mt[t],i=-1,a=o-1;for(let s=o-1;s>0;s-=2){for(s==6&&(s=5);;a+=
i){for(let c=0;c<2;c+=1){let h=s-c;e.data[a][h]===void 0&&r(h,a,n(h,a))}if(a+i<0||a+i>=o)break}i=-i}}var Z={best:yt,bin:ut,drawTemplate:Et,fillArr:I,info:N,interleave:bt,validateVersion:dt,zigzag:St};var{best:Q,bin:vt,drawTemplate:$t,fillArr:Y,info:T,interleave:At,validateVersion:it,zigzag:kt}=Z,W=3,Mt=8,Pt=24,Bt=2,zt=1.333,st=2,It=3,v=e=>e>>>
0,G=(e,t)=>{let r=e.x-t.x,o=e.y-t.y;return r*r+o*o},j=(e,t)=>Math.sqrt(G(e,t)),O=e=>e.reduce((t,r)=>t+r),J=(e,t)=>{e.x+=t.x,e.y+=t.y},Ct=e=>({
x:-e.x,y:-e.y}),D=e=>({x:e.y,y:e.x}),tt=e=>({x:e.x,y:e.y}),q=e=>({x:v(e.x),y:v(e.y)}),Tt=(e,t)=>({x:e.x+t.x,y:e.y+t.y});function C(e,t,r){return Math.
max(Math.min(e,r||e),t||e)}var lt=e=>{let t=e.data.length/(e.width*e.height);if(t===3||t===4)return t;throw new Error(`Unknown image format,\
 bytes per pixel=${t}`)};function Nt(e){let t=lt(e),r=new Uint8Array(e.height*e.width);for(let f=0,l=0,d=e.data;f<d.length;f+=t){let u=d[f],
x=d[f+1],w=d[f+2];r[l++]=v((u+2*x+w)/4)&255}let o=Mt;if(e.width<o*5||e.height<o*5)throw new Error("image too small");let n=Math.ceil(e.width/
o),i=Math.ceil(e.height/o),a=e.height-o,s=e.width-o,c=new Uint8Array(n*i);for(let f=0;f<i;f++){let l=C(f*o,0,a);for(let d=0;d<n;d++){let u=C(
d*o,0,s),x=0,w=255,m=0;for(let p=0,E=l*e.width+u;p<o;p=p+1,E=E+e.width)for(let g=0;g<o;g++){let b=r[E+g];x+=b,w=Math.min(w,b),m=Math.max(m,b)}
let S=Math.floor(x/o**2);if(m-w<=Pt&&(S=w/2,f>0&&d>0)){let p=(g,b)=>b*n+g,E=(c[p(d,f-1)]+2*c[p(d-1,f)]+c[p(d-1,f-1)])/4;w<E&&(S=E)}c[n*f+d]=
v(S)}}let h=new R({width:e.width,height:e.height});for(let f=0;f<i;f++){let l=C(f*o,0,a),d=C(f,2,i-3);for(let u=0;u<n;u++){let x=C(u*o,0,s),
w=C(u,2,n-3),m=0;for(let p=-2;p<=2;p++){let E=n*(d+p)+w;for(let g=-2;g<=2;g++)m+=c[E+g]}let S=m/25;for(let p=0,E=l*e.width+x;p<o;p+=1,E+=e.width)
for(let g=0;g<o;g++)r[E+g]<=S&&(h.data[l+p][x+g]=!0)}}return h}function Rt(e,t){if(Math.abs(t.y-e.y)<=t.moduleSize&&Math.abs(t.x-e.x)<=t.moduleSize){
let r=Math.abs(t.moduleSize-e.moduleSize);return r<=1||r<=e.moduleSize}return!1}function Lt(e,t){let r=e.count+t.count;return{x:(e.count*e.x+
t.count*t.x)/r,y:(e.count*e.y+t.count*t.y)/r,moduleSize:(e.count*e.moduleSize+t.count*t.moduleSize)/r,count:r}}var jt=e=>e.filter(t=>t.count>=
st);function at(e,t){let r=t||Y(e.length,1);if(e.length!==r.length)throw new Error("invalid pattern");if(!(e.length&1))throw new Error("inva\
lid pattern, length should be odd");let o={center:Math.ceil(e.length/2)-1,length:e.length,pattern:e,size:r,runs:()=>Y(e.length,0),totalSize:O(
r),total:n=>n.reduce((i,a)=>i+a),shift:(n,i)=>{for(let a=0;a<n.length-i;a++)n[a]=n[a+2];for(let a=n.length-i;a<n.length;a++)n[a]=0},checkSize(n,i,a=Bt){
let s=i/a;for(let c=0;c<n.length;c++)if(Math.abs(r[c]*i-n[c])>=r[c]*s)return!1;return!0},add(n,i,a,s){let c=s/z.totalSize,h={x:i,y:a,moduleSize:c,
count:1};for(let f=0;f<n.length;f++){let l=n[f];if(Rt(l,h))return n[f]=Lt(l,h)}n.push(h)},toCenter(n,i){for(let a=e.length-1;a>o.center;a--)
i-=n[a];return i-=n[o.center]/2,i},check(n,i,a,s,c){let h=0,f=tt(a),l=Ct(s),d=(u,x)=>{for(;n.isInside(f)&&!!n.point(f)===o.pattern[u];J(f,x))
i[u]++,h++;if(i[u]===0)return!0;let w=u===o.center;return!!(c&&!w&&i[u]>o.size[u]*c)};for(let u=o.center;u>=0;u--)if(d(u,l))return!1;f=tt(a),
J(f,s),h=1;for(let u=o.center;u<o.length;u++)if(d(u,s))return!1;return h},scanLine(n,i,a,s,c){let h=o.runs(),f=0,l=a;if(a)for(;l<s&&!!n.data[i][l]===
o.pattern[0];)l++;for(;l<s;l++){if(!!n.data[i][l]===o.pattern[f]){if(h[f]++,l!==n.width-1)continue;l++}if(f!==o.length-1){h[++f]++;continue}
let d=c(h,l);if(d)f=0,h.fill(0);else{if(d===!1)break;o.shift(h,2),f=o.length-2,h[f]++}}}};return o}var z=at([!0,!1,!0,!1,!0],[1,1,3,1,1]),L=at(
[!1,!0,!1]);function Ot(e){let t=[];function r(g,b=2){let k=O(g);if(k<z.totalSize)return!1;let A=k/z.totalSize;return z.checkSize(g,A,b)}function o(g,b,k,A){
let $=z.runs(),M=z.check(e,$,g,A,b);if(M===!1)return!1;let P=O($);return 5*Math.abs(P-k)>=2*k?!1:r($)?z.toCenter($,M):!1}function n(g,b,k){if(!r(
g))return!1;let A=O(g),$=z.toCenter(g,k),M=o({x:v($),y:b},g[2],A,{y:1,x:0});if(M===!1)return!1;M+=b;let P=o({x:v($),y:v(M)},g[2],A,{y:0,x:1});
if(P===!1)return!1;$=P+v($);let B=z.runs();return!z.check(e,B,{x:v($),y:v(M)},{x:1,y:1})||!r(B,zt)?!1:(z.add(t,$,M,A),!0)}let i=!1,a=C(v(3*e.
height/388),It),s=!1;for(let g=a-1;g<e.height&&!s;g+=a)z.scanLine(e,g,0,e.width,(b,k)=>{if(n(b,g,k)){if(a=2,i){let A=0,$=0;for(let B of t)B.
count<st||(A++,$+=B.moduleSize);if(A<3)return;let M=$/t.length,P=0;for(let B of t)P+=Math.abs(B.moduleSize-M);if(P<=.05*$)return s=!0,!1}else if(t.
length>1){let A=jt(t);if(A.length<2)return!0;i=!0;let $=v((Math.abs(A[0].x-A[1].x)-Math.abs(A[0].y-A[1].y))/2);return $<=b[2]+a?!0:(g+=$-b[2]-
a,!1)}}});let c=t.length;if(c<3)throw new Error(`Finder: len(found) = ${c}`);t.sort((g,b)=>g.moduleSize-b.moduleSize);let h=Q();for(let g=0;g<
c-2;g++){let b=t[g];for(let k=g+1;k<c-1;k++){let A=t[k],$=G(b,A);for(let M=k+1;M<c;M++){let P=t[M];if(P.moduleSize>b.moduleSize*1.4)continue;
let B=[$,G(A,P),G(b,P)].sort((ct,ft)=>ct-ft),_=B[0],F=B[1],V=B[2];h.add(Math.abs(V-2*F)+Math.abs(V-2*_),[b,A,P])}}}let f=h.get();if(!f)throw new Error(
"cannot find finder");let l=f[0],d=f[1],u=f[2],x=j(l,d),w=j(d,u),m=j(l,u),S=u,p=l,E=d;if(w>=x&&w>=m?(S=l,p=d,E=u):m>=w&&m>=x&&(S=d,p=l,E=u),
(E.x-S.x)*(p.y-S.y)-(E.y-S.y)*(p.x-S.x)<0){let g=p;p=E,E=g}return{bl:p,tl:S,tr:E}}function Ut(e,t,r){let{moduleSize:o}=t,n=v(r*o),i=C(t.x-n,
0),a=C(t.x+n,void 0,e.width-1),s=a-i,c=C(t.y-n,0),h=C(t.y+n,void 0,e.height-1),f=h-c;if(s<o*3||f<o*3)throw new Error(`x = ${s}, y=${f} modul\
eSize = ${o}`);let l=i,d=c,u=a-i,x=h-c,w=[],m=l+u,S=v(d+x/2);for(let p=0;p<x;p++){let E=v((p+1)/2),g=S+(p&1?-E:E),b;if(L.scanLine(e,g,l,m,(k,A)=>{
if(!L.checkSize(k,o))return;let $=O(k),M=L.toCenter(k,A),P=L.runs(),B=L.check(e,P,{x:v(M),y:g},{y:1,x:0},2*k[1]);if(B===!1)return;B+=g;let _=O(
P);if(5*Math.abs(_-$)>=2*$||!L.checkSize(P,o))return;let F=L.toCenter(P,B);if(b=L.add(w,M,F,$),b)return!1}),b)return b}if(w.length>0)return w[0];
throw new Error("Alignment pattern not found")}function et(e,t,r){let o=!1,n={x:Math.abs(r.x-t.x),y:Math.abs(r.y-t.y)};n.y>n.x&&(o=!0,t=D(t),
r=D(r),n=D(n));let i=-n.x/2,a={x:t.x>=r.x?-1:1,y:t.y>=r.y?-1:1},s=0,c=r.x+a.x;for(let h=t.x,f=t.y;h!==c;h+=a.x){let l={x:h,y:f};if(o&&(l=D(l)),
s===1==!!e.point(l)){if(s===2)return j({x:h,y:f},t);s++}if(i+=n.y,!(i<=0)){if(f===r.y)break;f+=a.y,i-=n.x}}return s===2?j({x:r.x+a.x,y:r.y},
t):NaN}function nt(e,t,r){let o=et(e,t,r),n=1,{x:i,y:a}=t,s=i-(r.x-i),c=e.width;s<0?(n=i/(i-s),s=0):s>=c&&(n=(c-1-i)/(s-i),s=c-1);let h=v(a-
(r.y-a)*n),f=1,l=e.height;return h<0?(f=a/(a-h),h=0):h>=l&&(f=(l-1-a)/(h-a),h=l-1),s=v(i+(s-i)*f),o+=et(e,t,{x:s,y:h}),o-1}function rt(e,t,r){
let o=nt(e,q(t),q(r)),n=nt(e,q(r),q(t));return Number.isNaN(o)?n/z.totalSize:Number.isNaN(n)?o/z.totalSize:(o+n)/(2*z.totalSize)}function Dt(e){
let{bl:t,tl:r,tr:o}=Ot(e),n=(rt(e,r,o)+rt(e,r,t))/2;if(n<1)throw new Error(`invalid moduleSize = ${n}`);let i=v(j(r,o)/n+.5),a=v(j(r,t)/n+.5),
s=v((i+a)/2+7),c=s%4;c===0?s++:c===2?s--:c===3&&(s-=2);let h=T.size.decode(s);it(h);let f;if(T.alignmentPatterns(h).length>0){let p={x:o.x-r.
x+t.x,y:o.y-r.y+t.y},E=1-3/(T.size.encode(h)-7),g={x:v(r.x+E*(p.x-r.x)),y:v(r.y+E*(p.y-r.y)),moduleSize:n,count:1};for(let b=4;b<=16;b<<=1)try{
f=Ut(e,g,b);break}catch{}}let l={x:3.5,y:3.5},d={x:s-3.5,y:3.5},u={x:3.5,y:s-3.5},x,w;f?(x=f,w={x:s-6.5,y:s-6.5}):(x={x:o.x-r.x+t.x,y:o.y-r.
y+t.y},w={x:s-3.5,y:s-3.5});let m=[r,o,x,t];return{bits:qt(e,s,m,[l,d,w,u]),points:m}}function ot(e){let t={x:e[0].x-e[1].x+e[2].x-e[3].x,y:e[0].
y-e[1].y+e[2].y-e[3].y};if(t.x===0&&t.y===0)return[[e[1].x-e[0].x,e[2].x-e[1].x,e[0].x],[e[1].y-e[0].y,e[2].y-e[1].y,e[0].y],[0,0,1]];{let r={
x:e[1].x-e[2].x,y:e[1].y-e[2].y},o={x:e[3].x-e[2].x,y:e[3].y-e[2].y},n=r.x*o.y-o.x*r.y,i=(t.x*o.y-o.x*t.y)/n,a=(r.x*t.y-t.x*r.y)/n;return[[e[1].
x-e[0].x+i*e[1].x,e[3].x-e[0].x+a*e[3].x,e[0].x],[e[1].y-e[0].y+i*e[1].y,e[3].y-e[0].y+a*e[3].y,e[0].y],[i,a,1]]}}function qt(e,t,r,o){let n=ot(
o),i=[[n[1][1]*n[2][2]-n[2][1]*n[1][2],n[2][1]*n[0][2]-n[0][1]*n[2][2],n[0][1]*n[1][2]-n[1][1]*n[0][2]],[n[2][0]*n[1][2]-n[1][0]*n[2][2],n[0][0]*
n[2][2]-n[2][0]*n[0][2],n[1][0]*n[0][2]-n[0][0]*n[1][2]],[n[1][0]*n[2][1]-n[2][0]*n[1][1],n[2][0]*n[0][1]-n[0][0]*n[2][1],n[0][0]*n[1][1]-n[1][0]*
n[0][1]]],s=ot(r).map(l=>l.map((d,u)=>l.reduce((x,w,m)=>x+w*i[m][u],0))),c=new R(t),h=Y(2*t,0),f=h.length;for(let l=0;l<t;l++){let d=s;for(let u=0;u<
f-1;u+=2){let x=u/2+.5,w=l+.5,m=d[2][0]*x+d[2][1]*w+d[2][2];h[u]=v((d[0][0]*x+d[0][1]*w+d[0][2])/m),h[u+1]=v((d[1][0]*x+d[1][1]*w+d[1][2])/m)}
for(let u=0;u<f;u+=2){let x=C(h[u],0,e.width-1),w=C(h[u+1],0,e.height-1);e.data[w][x]&&(c.data[l][u/2]=!0)}}return c}function Gt(e){let t=(s,c,h)=>h<<
1|(e.data[c][s]?1:0),r=e.height,o=0;for(let s=5;s>=0;s--)for(let c=r-9;c>=r-11;c--)o=t(c,s,o);let n=0;for(let s=5;s>=0;s--)for(let c=r-9;c>=
r-11;c--)n=t(s,c,n);let i=0;for(let s=0;s<6;s++)i=t(s,8,i);i=t(7,8,i),i=t(8,8,i),i=t(8,7,i);for(let s=5;s>=0;s--)i=t(8,s,i);let a=0;for(let s=r-
1;s>=r-7;s--)a=t(8,s,a);for(let s=r-8;s<r;s++)a=t(s,8,a);return{version1:o,version2:n,format1:i,format2:a}}function _t(e){let t=f=>{let l=0;
for(;f;)f&1&&l++,f>>=1;return l},r=e.height,{version1:o,version2:n,format1:i,format2:a}=Gt(e),s,c=Q();for(let f of["medium","low","high","qu\
artile"])for(let l=0;l<8;l++){let d=T.formatBits(f,l),u={ecc:f,mask:l};if(d===i||d===a){s=u;break}c.add(t(i^d),u),i!==a&&c.add(t(a^d),u)}if(s===
void 0&&c.score()<=W&&(s=c.get()),s===void 0)throw new Error("invalid format pattern");let h=T.size.decode(r);if(h<7)it(h);else{h=void 0;let f=Q();
for(let l=7;l<=40;l++){let d=T.versionBits(l);if(d===o||d===n){h=l;break}f.add(t(o^d),l),o!==n&&f.add(t(n^d),l)}if(h===void 0&&f.score()<=W&&
(h=f.get()),h===void 0)throw new Error("invalid version pattern");if(T.size.encode(h)!==r)throw new Error("invalid version size")}return{version:h,
...s}}function Ft(e){let t=e.height;if(t<21||(t&3)!==1||t!==e.width)throw new Error(`decode: invalid size=${t}`);let{version:r,mask:o,ecc:n}=_t(
e),i=$t(r,n,o),{total:a}=T.capacity(r,n),s=new Uint8Array(a),c=0,h=0,f=0;if(kt(i,o,(m,S,p)=>{f++,h<<=1,h|=+(!!e.data[S][m]!==p),f===8&&(s[c++]=
h,f=0,h=0)}),c!==a)throw new Error(`decode: pos=${c}, total=${a}`);let l=Array.from(At(r,n).decode(s)).map(m=>vt(m,8)).join(""),d=m=>{if(m>l.
length)throw new Error("Not enough bits");let S=l.slice(0,m);return l=l.slice(m),S},u=m=>+`0b${m}`,x={"0000":"terminator","0001":"numeric","\
0010":"alphanumeric","0100":"byte","0111":"eci",1e3:"kanji"},w="";for(;!(l.length<4);){let m=d(4),S=x[m];if(S===void 0)throw new Error(`Unkn\
own modeBits=${m} res="${w}"`);if(S==="terminator")break;let p=T.lengthBits(r,S),E=u(d(p));if(S==="numeric"){for(;E>=3;){let g=u(d(10));if(g>=
1e3)throw new Error(`numberic(3) = ${g}`);w+=g.toString().padStart(3,"0"),E-=3}if(E===2){let g=u(d(7));if(g>=100)throw new Error(`numeric(2)\
 = ${g}`);w+=g.toString().padStart(2,"0")}else if(E===1){let g=u(d(4));if(g>=10)throw new Error(`Numeric(1) = ${g}`);w+=g.toString()}}else if(S===
"alphanumeric"){for(;E>=2;){let g=u(d(11));w+=T.alphabet.alphanumerc.encode([Math.floor(g/45),g%45]).join(""),E-=2}E===1&&(w+=T.alphabet.alphanumerc.
encode([u(d(6))]).join(""))}else if(S==="byte"){let g=[];for(let b=0;b<E;b++)g.push(+`0b${d(8)}`);w+=new TextDecoder().decode(new Uint8Array(
g))}else throw new Error(`Unknown mode=${S}`)}return w}function Qt(e){let t=Array.isArray(e.data)?new Uint8Array(e.data):e.data,{height:r,width:o}=e,
n=Math.min(r,o),i={x:Math.floor((o-n)/2),y:Math.floor((r-n)/2)},a=lt(e),s=new Uint8Array(n*n*a);for(let c=0;c<n;c++){let h=((c+i.y)*o+i.x)*a,
f=c*n*a,l=n*a;s.set(t.subarray(h,h+l),f)}return{offset:i,img:{height:n,width:n,data:s}}}function Yt(e,t={}){for(let s of["height","width"])if(!Number.
isSafeInteger(e[s])||e[s]<=0)throw new Error(`invalid img.${s}=${e[s]} (${typeof e[s]})`);if(!Array.isArray(e.data)&&!(e.data instanceof Uint8Array)&&
!(e.data instanceof Uint8ClampedArray))throw new Error(`invalid image.data=${e.data} (${typeof e.data})`);if(t.cropToSquare!==void 0&&typeof t.
cropToSquare!="boolean")throw new Error(`invalid opts.cropToSquare=${t.cropToSquare}`);for(let s of["pointsOnDetect","imageOnBitmap","imageO\
nDetect","imageOnResult"])if(t[s]!==void 0&&typeof t[s]!="function")throw new Error(`invalid opts.${s}=${t[s]} (${typeof t[s]})`);let r={x:0,
y:0};t.cropToSquare&&({img:e,offset:r}=Qt(e));let o=Nt(e);t.imageOnBitmap&&t.imageOnBitmap(o.toImage());let{bits:n,points:i}=Dt(o);if(t.pointsOnDetect){
let s=i.map(c=>({...c,...Tt(c,r)}));t.pointsOnDetect(s)}t.imageOnDetect&&t.imageOnDetect(n.toImage());let a=Ft(n);return t.imageOnResult&&t.
imageOnResult(n.toImage()),a}export{Yt as default};
