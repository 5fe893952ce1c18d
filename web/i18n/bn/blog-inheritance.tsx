import { chain, classes, trap } from '#web/i18n/blog-code-samples.ts'

export const InheritanceArticle = () => (
  <>
    <p>
      অনেক ভাষায় class হলো নকশা, আর object তা থেকে তৈরি হয়। JavaScript আরও কমেই চালায়: একটি object শুধু আরেকটির দিকে ইশারা করে আর
      তার কাছ থেকে ধার নেয়। সেই অন্যটি তার prototype, আর এই ইশারা ধরে ধার নেওয়াই prototypical (বেশি চলতি নাম prototypal)
      inheritance।
    </p>
    <h3>Prototype চেইন</h3>
    <p>
      প্রতিটি object-এর একটি লুকানো সংযোগ আছে; ভাষার specification-এ তার নাম <code>[[Prototype]]</code>। কোনো property পড়লে
      ইঞ্জিন প্রথমে object-টিতেই দেখে। না পেলে সংযোগ ধরে এগিয়ে আবার দেখে, যতক্ষণ না পায় বা চেইন <code>null</code>-এ শেষ হয়; তখন
      পান <code>undefined</code>।
    </p>
    <pre lang="en">
      <code>{chain}</code>
    </pre>
    <p>
      দুটি জিনিস আবার দেখার মতো। এক, <code>describe</code> থাকে <code>vehicle</code>-এ, তবু <code>this</code> হলো{' '}
      <code>bike</code>: কোথায় পাওয়া গেল তা নয়, কোন object-এর ওপর ডাকা হলো সেটাই আসল। দুই, পড়ার সময় চেইন বেয়ে ওঠা হয়, সাধারণ লেখায় হয়
      না। <code>bike.wheels = 2</code> লিখে <code>bike</code>-এ নতুন একটি property হলো, যা অন্যটিকে ঢেকে দেয়;{' '}
      <code>vehicle.wheels</code> এখনো ৪।
    </p>
    <h3>new আর class যা করে</h3>
    <p>
      প্রতিটি সাধারণ function-এর <code>prototype</code> নামে একটি property থাকে। <code>new</code> দিয়ে ডাকলে একটি object হয়,
      যার সংযোগ সেখানে যায়, আর function-টি সেই object-কে <code>this</code> ধরে চলে। ২০১৫ থেকে থাকা <code>class</code> একই
      জিনিস সাজানোর পরিষ্কার উপায়। Method একবারই prototype-এ থাকে, সব instance ভাগ করে নেয়, আর <code>extends</code> এক
      prototype-কে পরেরটির সঙ্গে জোড়ে।
    </p>
    <pre lang="en">
      <code>{classes}</code>
    </pre>
    <p>
      Class নিজের কিছু জিনিসও আনে, যেমন private <code>#fields</code> আর <code>new</code> দিয়েই ডাকার নিয়ম; কিন্তু খোঁজার পথ সেই
      চেইনই। Array-ও <code>map</code> এভাবেই পায়: তার নিজের নেই, আছে <code>Array.prototype</code>-এর।
    </p>
    <h3>চেনা ফাঁদ</h3>
    <p>Prototype সবার, তাতে যা থাকে তাও সবার। ধার নেওয়া মান বদলে অন্যটি বসালে ক্ষতি নেই; জায়গায় রেখে পাল্টালে আছে।</p>
    <pre lang="en">
      <code>{trap}</code>
    </pre>
    <p>তাই method রাখুন prototype-এ আর তথ্য instance-এ; constructor বা class field সেখানেই রাখে।</p>
    <h3>ভালো অভ্যাস</h3>
    <ul>
      <li>
        Property-টি object-এর নিজের কি না জানা দরকার হলে <code>Object.hasOwn(object, key)</code> জিজ্ঞেস করুন।
      </li>
      <li>
        Dictionary হিসেবে <code>Object.create(null)</code> বা <code>Map</code> নিন, যাতে ধার করা কোনো নাম পথে না আসে।
      </li>
      <li>
        <code>Object.prototype</code> বা <code>Array.prototype</code>-এ কখনো কিছু যোগ করবেন না: পুরো প্রোগ্রাম সেখান থেকে ধার
        নেয়।
      </li>
      <li>চেইন ছোট রাখুন। বংশলতিকার চেয়ে object জোড়া দেওয়া প্রায়ই বুঝতে সহজ।</li>
    </ul>
  </>
)
