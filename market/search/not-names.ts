// Pure. Words of everyday use that are no names, in English, Banglish and Bangla. None of them is a misspelt name, and none stands
// alone for a name of several words: "rider" is no Raider, "short" no sport, "royal" no Royal Plus. Names that are such words stay
// names: "Dream". What words mean to the search is in vocabulary.ts.

const english = `able about above accident across act add address adult after again age agent ago air alarm alive all allow alone along already
  also always amount animal answer any anyone apart area arm army around arrive ask auto away baby back bad bag balance band bank bar base basic
  battery beach bear beat beautiful because become bed before begin beginner behind believe below bend best better between big bike bill bit black
  block blue board body book born boss both bottom box boy brake branch brand break bring broken brother brown budget build burn bus business
  busy buy buyer call calm camera can car card care carry case cash catch cause certain chain chair change charge cheap check chief child
  children choice choose church city claim class clean clear clever click climb clock close cloth club clutch coast coat cold colour come comfort
  comfortable common company compare complete condition contact control cook corner cost could count country couple course cover crash credit
  cross crowd cry cup current custom customer cut daily damage dance dark date daughter day dead deal dealer dear decide deep delivery demand
  depend detail die different dinner direct dirty disc discount distance doctor document done door double doubt down draw dress drink drive
  driver driving drop dry dual due duty each early earn ease easy eat edge educated effect eight either electric else employee empty end engine
  enjoy enough enter entry equal even evening ever every everyone exact exam exchange expert extra eye face fact factory fair fall family far
  farm fast fat father fear feel feet female few field fight fighter figure fill film find fine finish fire first fish fit five fix flat flood
  floor flow fly follow food foot force foreign forget form formal forward found four free fresh friend friendly from front fuel full fun future
  game garage garden gas gate gear general gentle get gift girl girls give glass goal going gold gone good goods government grand grass great
  green ground group grow guard guest guide guy hair half hall hand handle hang happen happy hard hat have head health hear heart heat heavy
  height hello help her here high hill hire his hit hobby hold hole holiday home honest hope horn hospital host hot hotel hour house how huge
  human hundred hungry hurry husband idea important inch indoor inside install insurance interest into island issue item its job join jump junior
  just keep key kick kid kids kind king kitchen knight know known lack lady ladies lake land lane large last late later laugh law lazy lead leader leak
  learn learner learning least leather leave left leg legal length less let lets level licence license life lift light like limit line list
  listen little live load loan local lock lonely long look lose lost lot loud love low lower luck lucky lunch machine made mail main make maker
  male man manager many mark market married master match matter may maybe mean meat meet member mercy message metal middle might mile mileage
  milk mind mine minute mirror miss missing modern modify money monthly month mood moon more morning most mother motor mountain mouth move much music must
  name narrow nation native nature near nearby neat neck need negotiable neighbour never new next nice night nine noise none normal north nose note nothing
  notice now number nurse off offer office officer often oil old once one only open option orange order original other our out outside over own
  owner pack page paid pain paint pair paper parent park part partner parts party pass past patrol pay peace pen people perfect performance perhaps
  person personal petrol phone photo pick picture pillion piece place plan plant plastic plate play please plenty plus pocket point police polite
  poor popular position possible post power practice present price pride print private pro problem profit proper proud public pull pure push put
  quality quarter queen question quick quiet quite race rain raise rare rate reach read ready real reason recent record red register registration
  regular rent repair reply report rest result return rice rich ride rider riders riding right ring rise river road rock roll room rose rough
  round row royal rule run running rush sad safe safety salary same sand save say school score sea search season seat second secret secure see self
  sell seller send senior sense serial serious serve service set seven shadow shape share sharp sheet shine ship shirt shock shoe shop short shorter
  shoulder show shower shut sick side sight sign silent simple since single sir sister sit site six size skill skin sky sleep slide slim slow
  small smart smile smoke smooth snow soft soil solid some son soon sorry sort sound south space spare speak special speed spend spoke spot spring
  square staff stage stand standard star start starter state station stay steel step stick still stock stolen stone stop store storm story strange
  street strong student study style such sugar suit summer sun super supply sure surface swim system table tail take talk tall tank target task tax
  taxi tea teach teacher team tell ten term test than thank that their them then there these thick thief thin thing think third this thousand three
  through throw ticket tie tight tight till time tired title today together token tomorrow tonight too tool tooth top total touch tough tour toward
  town track trade traffic train travel treat tree trial trip truck true trust truth try tube turn twelve twenty twice twin two type
  tyre tire uncle under union unit until update urgent use used useful user usual valid valley value van vehicle version very video view village
  visit voice wait walk wall want war warm warning warranty wash watch water wave way weak wear weather week weekend weight welcome well west
  wet what wheel when where which while white who whole wide wife will wind window winter wire wise wish with within without woman women wonder
  wood word work worker world worry worse worst worth write wrong yard year yellow yes yesterday yet you young your zero`

const banglish = `accha achha age aj ajke ami amar amader apni apnar apu ar arektu baba baccha bachchader bad bade baire bazar besh beshi bhai bhalo
  bhabi biye boro bou bochor bondhu bondhur bolen bou bari barir chakri chalabo chalai chalak chalano chalate chara chele cheleder chhele chhoto choto
  chotto chol colbe cholbe cholche daktar dekhi dekhte den desh dhoroner din dise dite dokan dokane dorkar druto dui ekdom eki ektu emon eta ghor gram
  gramer gorib hate hobe hole jabe jaba jabo jai jaygay jonne jonno jonnoo kacha kachha kaj kajer kal kalke karon kemon keno khali khato khoroch khub
  kicchu kichu kinbo kintu kivabe kom konta kothay lagbe lagbo lamba lok lokjon majhari ma maa manush manusher mas mela meye meyeder mohila mohilader
  mota mone nai naki natun notun niben nibo nije nijer niye onek parbo paben pabo pahar pahari pari poribar poribarer porisodh porte purano pore rasta
  rastar sathe sohoj sohoje sob sobai sobar somoy sostay sundor shikhar shikhbo shikhte shohor shundor swami taka tara tel thik thakle
  toiri tumi upojogi upor valo vai vari vhalo vlo`

const bangla = `অনেক অফিস অবস্থা আগে আজ আছে আপনার আপনি আমার আমি আর একটা একটু এখন এবং এমন কম কাজ কাজের কাল কি কিছু কিন্তু কী কেন কোথায় কোন খরচ খাটো
  খাটোদের খুব গাড়ি গ্রাম গ্রামের ঘর চাই চাকরি চালক চালাতে চালানো ছাড়া ছেলে ছেলেদের ছোট জন্য জায়গা টাকা তেল থেকে দরকার দাম দিন দিয়ে দুই দোকান নতুন না নাই
  নিজের নিয়ে পরিবার পরিবারের পাহাড় পাহাড়ি পুরাতন পুরানো বড় বউ বছর বন্ধু বাচ্চা বাড়ি বাদে বেশি ভাই ভাবি ভারি ভালো মতো মধ্যে মহিলা মহিলাদের মানুষ মানুষের মেয়ে মেয়েদের
  মোটা যাবে রাস্তা রাস্তার লম্বা লাগবে লোক শহর শিখতে শেখা শেখার সময় সব সহজ সাথে সুন্দর স্বামী হবে হালকা হাইট হাতে`

const everydayWords: ReadonlySet<string> = new Set([english, banglish, bangla].join(' ').normalize('NFKC').split(/\s+/))

const englishEndings = ['s', 'es', 'd', 'ed', 'ing', 'r', 'er', 'ers', 'ly', 'y']
const minStem = 3

/** Whether a word is one of everyday use, as it is or with an English ending. */
const isEverydayWord = (word: string): boolean =>
  everydayWords.has(word) ||
  englishEndings.some(
    (ending) =>
      word.endsWith(ending) &&
      word.length - ending.length >= minStem &&
      everydayWords.has(word.slice(0, -ending.length)),
  )

/** Whether these words, besides numbers, are all of everyday use. */
export const areEverydayWords = (words: readonly string[]): boolean => {
  const named = words.filter((word) => !/^\d/.test(word))
  return named.length > 0 && named.every(isEverydayWord)
}
