-- The bike knows itself: who made it, how far it went, where it is registered; its pictures, its price history, its address.
-- A version of the shop that knows nothing of this goes on working: it leaves the new columns empty.

-- ---------- the catalogue: brands, and their models ----------

create table brands (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40),
  -- As Bangla writes it, and what else people type: misspellings, Banglish.
  name_bn text check (length(name_bn) between 1 and 40),
  aliases text[] not null default '{}' check (cardinality(aliases) <= 20),
  created_at timestamptz not null default now(),
  -- From then on it is offered to nobody any more; the bikes that have it keep it.
  retired_at timestamptz
);
create unique index brand_known on brands (spoken_name(name));

create table models (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references brands,
  name text not null check (length(name) between 1 and 60),
  name_bn text check (length(name_bn) between 1 and 60),
  aliases text[] not null default '{}' check (cardinality(aliases) <= 20),
  -- The law lets engines up to 375 cc on the road.
  engine_cc int not null check (engine_cc between 50 and 375),
  kind text not null check (kind in ('commuter', 'street', 'sport', 'cruiser', 'scooter', 'adventure')),
  -- When it was built, as far as that is known; open while it still is.
  made_from int check (made_from between 1950 and 2200),
  made_until int check (made_until between 1950 and 2200),
  -- What the models of one line are called together: they are compared with each other where one alone has too few.
  family text check (length(family) between 1 and 60),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint model_of_brand unique (id, brand_id),
  constraint made_in_order check (made_until >= made_from)
);
create unique index model_known on models (brand_id, spoken_name(name));

create trigger window_changed after insert or update or delete on brands for each statement execute function tell_window_changed();
create trigger window_changed after insert or update or delete on models for each statement execute function tell_window_changed();

insert into brands (name, name_bn, aliases) values
  ('Yamaha', 'ইয়ামাহা', '{"yamha","jamaha","ইয়ামাহ"}'),
  ('Suzuki', 'সুজুকি', '{"suzuky","sujuki","suzuku","সুজুকী"}'),
  ('TVS', 'টিভিএস', '{"t v s","tibies","টি ভি এস"}'),
  ('Bajaj', 'বাজাজ', '{"bazaz","bajaz","bajaj auto"}'),
  ('Hero', 'হিরো', '{"hiro","hero honda","heero"}'),
  ('Honda', 'হোন্ডা', '{"hunda","hondaa","হন্ডা"}'),
  ('Royal Enfield', 'রয়েল এনফিল্ড', '{"royel enfield","enfield","re","royal infield"}'),
  ('Runner', 'রানার', '{"raner","runar"}'),
  ('Lifan', 'লিফান', '{"lifan motor","leefan"}'),
  ('Walton', 'ওয়ালটন', '{"waltn","walten"}'),
  ('Keeway', 'কিওয়ে', '{"keway","kiway"}'),
  ('Mahindra', 'মাহিন্দ্রা', '{"mohindra"}'),
  ('Roadmaster', 'রোডমাস্টার', '{"road master"}'),
  ('KTM', 'কেটিএম', '{"k t m"}'),
  ('Aprilia', 'এপ্রিলিয়া', '{"aprila","april"}'),
  ('Haojue', 'হাওজু', '{"haojoo","haujue"}'),
  ('Kawasaki', 'কাওয়াসাকি', '{"kawasaky","kawaski"}'),
  ('Benelli', 'বেনেলি', '{"beneli"}'),
  ('Zontes', 'জোনটেস', '{"zontis"}'),
  ('Vespa', 'ভেসপা', '{"bespa"}'),
  ('H Power', 'এইচ পাওয়ার', '{"hpower","h-power"}'),
  ('Speeder', 'স্পিডার', '{"spider"}'),
  ('FKM', 'এফকেএম', '{"f k m"}'),
  ('Taro', 'টারো', '{"taaro"}');

insert into models (brand_id, name, name_bn, aliases, engine_cc, kind, made_from, made_until, family)
select brands.id, given.name, given.name_bn, given.aliases::text[], given.engine_cc, given.kind, given.made_from::int,
  given.made_until::int, given.family
from (values
  ('Yamaha', 'FZS V2', 'এফজেডএস ভি২', '{"fzs version 2","fz s v2","fzs fi v2"}', 149, 'street', 2014, 2019, 'FZS'),
  ('Yamaha', 'FZS V3', 'এফজেডএস ভি৩', '{"fzs version 3","fz s v3","fzs fi v3","fzs v3 abs"}', 149, 'street', 2019, null, 'FZS'),
  ('Yamaha', 'FZS V4', 'এফজেডএস ভি৪', '{"fzs version 4","fz s v4"}', 149, 'street', 2023, null, 'FZS'),
  ('Yamaha', 'FZS', 'এফজেডএস', '{"fz s","fzs fi","fgs"}', 153, 'street', 2009, 2014, 'FZS'),
  ('Yamaha', 'FZ16', 'এফজেড ১৬', '{"fz 16","fz-16","fz"}', 153, 'street', 2008, 2014, 'FZ'),
  ('Yamaha', 'FZ-X', 'এফজেড এক্স', '{"fzx","fz x"}', 149, 'street', 2021, null, null),
  ('Yamaha', 'FZ 25', 'এফজেড ২৫', '{"fz25","fz-25"}', 249, 'street', 2017, null, null),
  ('Yamaha', 'Fazer FI', 'ফেজার', '{"fazer","fezar","fazar","fazer v2","phazer"}', 149, 'street', 2014, 2021, 'Fazer'),
  ('Yamaha', 'R15 V3', 'আর১৫ ভি৩', '{"r 15 v3","r15v3","yzf r15 v3"}', 155, 'sport', 2017, 2022, 'YZF R15'),
  ('Yamaha', 'R15 V4', 'আর১৫ ভি৪', '{"r 15 v4","r15v4","yzf r15 v4"}', 155, 'sport', 2021, null, 'YZF R15'),
  ('Yamaha', 'R15M', 'আর১৫ এম', '{"r 15 m","r15 m"}', 155, 'sport', 2021, null, 'YZF R15'),
  ('Yamaha', 'R15', 'আর১৫', '{"r 15","r15 v2","yzf r15"}', 149, 'sport', 2008, 2017, 'YZF R15'),
  ('Yamaha', 'MT-15', 'এমটি ১৫', '{"mt15","mt 15","empti 15"}', 155, 'street', 2018, null, 'MT-15'),
  ('Yamaha', 'MT-15 V2', 'এমটি ১৫ ভি২', '{"mt15 v2","mt 15 version 2"}', 155, 'street', 2022, null, 'MT-15'),
  ('Yamaha', 'XSR 155', 'এক্সএসআর ১৫৫', '{"xsr155","xsr"}', 155, 'street', 2019, null, null),
  ('Yamaha', 'Saluto 125', 'স্যালুটো', '{"saluto","salutto","saluto armada"}', 125, 'commuter', 2015, null, null),
  ('Yamaha', 'RayZR 125', 'রে জেডআর', '{"ray zr","rayzr street rally","ray z"}', 125, 'scooter', 2020, null, null),
  ('Yamaha', 'Aerox 155', 'এরোক্স', '{"aerox","aerrox"}', 155, 'scooter', 2021, null, null),
  ('Yamaha', 'RX 100', 'আরএক্স ১০০', '{"rx100"}', 98, 'commuter', 1985, 1996, null),
  ('Yamaha', 'RX 115', 'আরএক্স ১১৫', '{"rx115"}', 115, 'commuter', 1979, 2002, null),
  ('Suzuki', 'Gixxer 155', 'জিক্সার ১৫৫', '{"gixxer","gixer","gixxar","giksar","jixer","gixxer 150","জিক্সার"}', 155, 'street', 2014, null, 'Gixxer'),
  ('Suzuki', 'Gixxer Fi ABS', 'জিক্সার এফআই এবিএস', '{"gixxer abs","gixxer fi","gixer fi abs"}', 155, 'street', 2019, null, 'Gixxer'),
  ('Suzuki', 'Gixxer SF', 'জিক্সার এসএফ', '{"gixer sf","gixxer sf 155","gixxar sf"}', 155, 'sport', 2015, null, 'Gixxer SF'),
  ('Suzuki', 'Gixxer 250', 'জিক্সার ২৫০', '{"gixer 250"}', 249, 'street', 2019, null, null),
  ('Suzuki', 'GSX-R150', 'জিএসএক্স আর ১৫০', '{"gsxr","gsx r150","gsx r 150","gsxr150"}', 147, 'sport', 2017, null, 'GSX'),
  ('Suzuki', 'GSX-S150', 'জিএসএক্স এস ১৫০', '{"gsxs","gsx s150","gsx s 150"}', 147, 'street', 2017, null, 'GSX'),
  ('Suzuki', 'Bandit', 'ব্যান্ডিট', '{"gsx150 bandit","bandit 150","gsx bandit"}', 147, 'street', 2019, null, 'GSX'),
  ('Suzuki', 'GSX 125', 'জিএসএক্স ১২৫', '{"gsx125"}', 125, 'commuter', 2021, null, null),
  ('Suzuki', 'Intruder 150', 'ইনট্রুডার', '{"intruder","intruder fi","intrudar"}', 155, 'cruiser', 2017, 2022, null),
  ('Suzuki', 'Hayate EP', 'হায়াতে', '{"hayate","hayate 110","haiyate"}', 113, 'commuter', 2013, null, 'Hayate'),
  ('Suzuki', 'Access 125', 'অ্যাক্সেস', '{"access"}', 124, 'scooter', 2016, null, null),
  ('Suzuki', 'Burgman Street 125', 'বার্গম্যান', '{"burgman","bargman"}', 124, 'scooter', 2018, null, null),
  ('Suzuki', 'Samurai', 'সামুরাই', '{"samurai 150"}', 147, 'commuter', 2016, 2019, null),
  ('TVS', 'Apache RTR 160 4V', 'অ্যাপাচি আরটিআর ১৬০ ৪ভি', '{"apache 4v","rtr 4v","apachi 4v","appache 4v","rtr 160 4v"}', 160, 'street', 2018, null, 'Apache RTR'),
  ('TVS', 'Apache RTR 160 2V', 'অ্যাপাচি আরটিআর ১৬০', '{"apache rtr 160","rtr 160","apachi rtr","rtr 2v","apache"}', 160, 'street', 2017, null, 'Apache RTR'),
  ('TVS', 'Apache RTR 150', 'অ্যাপাচি আরটিআর ১৫০', '{"rtr 150","apachi 150","apache 150"}', 148, 'street', 2007, 2020, 'Apache RTR'),
  ('TVS', 'Apache RTR 165 RP', 'অ্যাপাচি আরটিআর ১৬৫', '{"rtr 165","apache 165"}', 165, 'street', 2021, null, null),
  ('TVS', 'Raider 125', 'রাইডার', '{"raider","rider 125"}', 125, 'street', 2022, null, null),
  ('TVS', 'Stryker 125', 'স্ট্রাইকার', '{"stryker","striker","straiker"}', 125, 'commuter', 2017, null, 'Stryker'),
  ('TVS', 'Metro Plus 110', 'মেট্রো প্লাস', '{"metro plus","metro 110"}', 110, 'commuter', 2016, null, 'Metro'),
  ('TVS', 'Metro 100', 'মেট্রো', '{"metro","tvs metro es"}', 100, 'commuter', 2010, null, 'Metro'),
  ('TVS', 'Radeon 110', 'রেডিয়ন', '{"radeon","redion","radion"}', 110, 'commuter', 2019, null, 'Radeon 110'),
  ('TVS', 'Max 125', 'ম্যাক্স ১২৫', '{"max"}', 125, 'commuter', 2017, null, null),
  ('TVS', 'XL 100', 'এক্সএল ১০০', '{"xl100"}', 100, 'commuter', 2018, null, null),
  ('TVS', 'Ntorq 125', 'এনটর্ক', '{"ntorq","n torq","entork"}', 125, 'scooter', 2018, null, null),
  ('TVS', 'Wego 110', 'ওয়েগো', '{"wego"}', 110, 'scooter', 2012, 2020, null),
  ('TVS', 'Jupiter 110', 'জুপিটার', '{"jupiter"}', 110, 'scooter', 2019, null, null),
  ('TVS', 'Phoenix 125', 'ফিনিক্স', '{"phoenix"}', 125, 'commuter', 2014, 2018, null),
  ('Bajaj', 'Pulsar 150', 'পালসার ১৫০', '{"pulsar","pulser","palsar","pulsor","pulsar ug","পালসার"}', 150, 'street', 2003, null, 'Pulsar'),
  ('Bajaj', 'Pulsar 150 Twin Disc', 'পালসার টুইন ডিস্ক', '{"pulsar double disc","pulser twin disc","pulsar dual disc"}', 150, 'street', 2018, null, 'Pulsar'),
  ('Bajaj', 'Pulsar 135 LS', 'পালসার ১৩৫', '{"pulsar 135","pulser 135"}', 135, 'street', 2010, 2016, null),
  ('Bajaj', 'Pulsar AS 150', 'পালসার এএস', '{"pulsar as"}', 150, 'sport', 2015, 2017, null),
  ('Bajaj', 'Pulsar NS160', 'পালসার এনএস ১৬০', '{"ns160","ns 160","pulser ns"}', 160, 'street', 2017, null, 'Pulsar'),
  ('Bajaj', 'Pulsar N160', 'পালসার এন১৬০', '{"n160","pulser n160"}', 165, 'street', 2022, null, 'Pulsar'),
  ('Bajaj', 'Pulsar N250', 'পালসার এন২৫০', '{"n250"}', 249, 'street', 2024, null, null),
  ('Bajaj', 'Discover 100', 'ডিসকভার ১০০', '{"discover m","discovery 100","discover 100 m"}', 94, 'commuter', 2009, 2018, 'Discover'),
  ('Bajaj', 'Discover 110', 'ডিসকভার ১১০', '{"discovery 110"}', 115, 'commuter', 2018, null, 'Discover'),
  ('Bajaj', 'Discover 125', 'ডিসকভার ১২৫', '{"discover","discovery 125","discovar"}', 125, 'commuter', 2011, null, 'Discover'),
  ('Bajaj', 'Discover 135', 'ডিসকভার ১৩৫', '{"discovery 135"}', 135, 'commuter', 2005, 2015, 'Discover'),
  ('Bajaj', 'Discover 150', 'ডিসকভার ১৫০', '{"discovery 150"}', 145, 'commuter', 2010, 2017, 'Discover'),
  ('Bajaj', 'Platina 100', 'প্লাটিনা', '{"platina","pletina","platina es"}', 102, 'commuter', 2006, null, 'Platina'),
  ('Bajaj', 'Platina 110', 'প্লাটিনা ১১০', '{"platina 110 h gear"}', 115, 'commuter', 2019, null, null),
  ('Bajaj', 'CT 100', 'সিটি ১০০', '{"ct100"}', 99, 'commuter', 2004, null, null),
  ('Bajaj', 'Avenger Street 150', 'অ্যাভেঞ্জার ১৫০', '{"avenger","avenger 150","avanger"}', 150, 'cruiser', 2015, 2019, null),
  ('Bajaj', 'Avenger Street 160', 'অ্যাভেঞ্জার ১৬০', '{"avenger 160"}', 160, 'cruiser', 2019, null, null),
  ('Bajaj', 'V15', 'ভি ১৫', '{"v 15"}', 150, 'commuter', 2016, 2020, null),
  ('Bajaj', 'Dominar 400', 'ডমিনার', '{"dominar","dominer"}', 373, 'sport', 2016, null, null),
  ('Hero', 'Hunk 150', 'হাঙ্ক', '{"hunk","hank","hunk dd"}', 149, 'street', 2007, null, 'Hunk'),
  ('Hero', 'Thriller 160R', 'থ্রিলার', '{"thriller","thriler","xtreme 160r"}', 163, 'street', 2020, null, null),
  ('Hero', 'Xtreme Sports', 'এক্সট্রিম', '{"xtreme","extreme sports"}', 149, 'street', 2015, 2019, null),
  ('Hero', 'CBZ Xtreme', 'সিবিজেড', '{"cbz","cbz extreme"}', 149, 'street', 2006, 2014, 'CBZ Xtrem'),
  ('Hero', 'Achiever 150', 'অ্যাচিভার', '{"achiever"}', 149, 'commuter', 2016, 2021, null),
  ('Hero', 'Splendor Plus', 'স্প্লেন্ডার', '{"splendor","splender","splendour","splendor+"}', 97, 'commuter', 1994, null, 'Splendor'),
  ('Hero', 'Splendor iSmart 110', 'স্প্লেন্ডার আইস্মার্ট', '{"ismart","i smart"}', 110, 'commuter', 2016, null, 'Splendor'),
  ('Hero', 'Super Splendor', 'সুপার স্প্লেন্ডার', '{"super splender"}', 125, 'commuter', 2005, null, null),
  ('Hero', 'HF Deluxe', 'এইচএফ ডিলাক্স', '{"hf delux","deluxe","hf"}', 97, 'commuter', 2009, null, null),
  ('Hero', 'Glamour 125', 'গ্ল্যামার', '{"glamour","glamor","gleamer"}', 125, 'commuter', 2005, null, 'Glamour'),
  ('Hero', 'Ignitor 125', 'ইগনিটর', '{"ignitor","igniter"}', 125, 'commuter', 2012, null, 'Ignitor'),
  ('Hero', 'Passion Pro', 'প্যাশন প্রো', '{"passion","pasion","passion plus"}', 97, 'commuter', 2008, 2018, 'Passion Pro'),
  ('Hero', 'Passion X Pro 110', 'প্যাশন এক্স প্রো', '{"passion xpro","x pro"}', 110, 'commuter', 2014, null, null),
  ('Hero', 'Pleasure', 'প্লেজার', '{"plesure"}', 102, 'scooter', 2006, null, null),
  ('Hero', 'Maestro Edge', 'মায়েস্ত্রো', '{"maestro"}', 110, 'scooter', 2015, null, null),
  ('Honda', 'CB Hornet 160R', 'সিবি হর্নেট', '{"hornet","hornet 160","harnet","cb hornet"}', 163, 'street', 2015, null, 'Hornet'),
  ('Honda', 'X-Blade 160', 'এক্স ব্লেড', '{"xblade","x blade"}', 163, 'street', 2018, null, null),
  ('Honda', 'CB Trigger', 'সিবি ট্রিগার', '{"trigger","triger"}', 149, 'street', 2013, 2018, 'Trigger'),
  ('Honda', 'CB Unicorn 150', 'ইউনিকর্ন', '{"unicorn"}', 149, 'commuter', 2010, 2018, null),
  ('Honda', 'CB Shine', 'সিবি শাইন', '{"shine","cb shine 125","shine sp","shain"}', 125, 'commuter', 2006, null, 'Shine'),
  ('Honda', 'SP 125', 'এসপি ১২৫', '{"sp125","shine sp 125"}', 124, 'commuter', 2020, null, null),
  ('Honda', 'Livo 110', 'লিভো', '{"livo"}', 110, 'commuter', 2015, null, 'Livo'),
  ('Honda', 'Dream 110', 'ড্রিম', '{"dream neo","dream yuga","dream"}', 110, 'commuter', 2012, null, null),
  ('Honda', 'CD 80', 'সিডি ৮০', '{"cd80"}', 72, 'commuter', 1980, 2005, null),
  ('Honda', 'Dio 110', 'ডিও', '{"dio"}', 110, 'scooter', 2012, null, null),
  ('Honda', 'CBR150R', 'সিবিআর ১৫০', '{"cbr","cbr 150","cbr 150r","cbr150"}', 149, 'sport', 2011, null, 'CBR'),
  ('Honda', 'CB150R ExMotion', 'সিবি১৫০আর', '{"cb150r","exmotion","cb 150 r"}', 149, 'street', 2017, null, null),
  ('Honda', 'CRF 150L', 'সিআরএফ ১৫০', '{"crf","crf150l"}', 149, 'adventure', 2018, null, null),
  ('Royal Enfield', 'Hunter 350', 'হান্টার ৩৫০', '{"hunter"}', 349, 'street', 2022, null, null),
  ('Royal Enfield', 'Classic 350', 'ক্লাসিক ৩৫০', '{"classic"}', 349, 'cruiser', 2009, null, null),
  ('Royal Enfield', 'Bullet 350', 'বুলেট ৩৫০', '{"bullet"}', 349, 'cruiser', 1955, null, null),
  ('Royal Enfield', 'Meteor 350', 'মিটিয়র ৩৫০', '{"meteor"}', 349, 'cruiser', 2020, null, null),
  ('Runner', 'Knight Rider 150', 'নাইট রাইডার', '{"knight rider","night rider","knightrider"}', 150, 'street', 2016, null, 'KnightRider'),
  ('Runner', 'Turbo 125', 'টার্বো', '{"turbo"}', 125, 'commuter', 2015, null, 'Turbo 125'),
  ('Runner', 'Bullet 100', 'বুলেট ১০০', '{"bullet","runner bullet"}', 100, 'commuter', 2016, null, 'Bullet'),
  ('Runner', 'Cheeta 100', 'চিতা', '{"cheeta","cheetah"}', 100, 'commuter', 2013, null, 'Cheeta'),
  ('Runner', 'AD80S', 'এডি ৮০', '{"ad80","ad 80","deluxe 80"}', 80, 'commuter', 2012, null, null),
  ('Runner', 'Bike RT', 'বাইক আরটি', '{"rt"}', 80, 'commuter', 2012, null, null),
  ('Lifan', 'KPR 150', 'কেপিআর ১৫০', '{"kpr","kpr150"}', 150, 'sport', 2013, null, 'KPR'),
  ('Lifan', 'KPR 165', 'কেপিআর ১৬৫', '{"kpr165","kpr 165r"}', 165, 'sport', 2017, null, null),
  ('Lifan', 'KPT 150', 'কেপিটি ১৫০', '{"kpt"}', 150, 'adventure', 2018, null, null),
  ('Walton', 'Fusion 110', 'ফিউশন ১১০', '{"fusion"}', 110, 'commuter', 2010, 2018, 'Fusion'),
  ('Walton', 'Fusion 125', 'ফিউশন ১২৫', '{"fusion ex"}', 125, 'commuter', 2010, 2018, 'Fusion'),
  ('Walton', 'Xplore', 'এক্সপ্লোর', '{"explore","xplore 140"}', 140, 'street', 2010, 2016, null),
  ('Walton', 'Cruize', 'ক্রুজ', '{"cruise"}', 100, 'commuter', 2009, 2016, 'Cruize'),
  ('Keeway', 'RKS 100', 'আরকেএস ১০০', '{"rks","rks100"}', 100, 'commuter', 2015, null, 'RKS'),
  ('Keeway', 'RKS 150', 'আরকেএস ১৫০', '{"rks150"}', 150, 'street', 2016, null, null),
  ('Keeway', 'RK 125', 'আরকে ১২৫', '{"rk125"}', 125, 'commuter', 2016, null, 'RK 125'),
  ('Mahindra', 'Centuro', 'সেঞ্চুরো', '{"centuro 110","senturo"}', 110, 'commuter', 2013, 2021, 'Centuro'),
  ('Roadmaster', 'Rapido 150', 'র‍্যাপিডো', '{"rapido"}', 150, 'street', 2017, null, 'Rapido'),
  ('Roadmaster', 'Prime 80', 'প্রাইম ৮০', '{"prime"}', 80, 'commuter', 2014, null, null),
  ('KTM', 'Duke 125', 'ডিউক ১২৫', '{"duke","duk 125"}', 125, 'street', 2018, null, null),
  ('KTM', 'RC 125', 'আরসি ১২৫', '{"rc125"}', 125, 'sport', 2018, null, null),
  ('Aprilia', 'GPR 150', 'জিপিআর ১৫০', '{"gpr","gpr150"}', 150, 'sport', 2018, null, 'GPR 150'),
  ('Aprilia', 'Cafe 150', 'ক্যাফে ১৫০', '{"caffe"}', 150, 'street', 2018, null, null),
  ('Haojue', 'TR 150', 'টিআর ১৫০', '{"tr150"}', 150, 'cruiser', 2018, null, null),
  ('Haojue', 'Cool', 'কুল', '{"kool"}', 150, 'commuter', 2016, null, null),
  ('Benelli', 'TNT 150', 'টিএনটি ১৫০', '{"tnt","tnt150","165s"}', 150, 'street', 2018, null, null),
  ('Zontes', 'ZT155', 'জেডটি ১৫৫', '{"155 u","zt 155"}', 155, 'street', 2020, null, null),
  ('Vespa', 'VXL 125', 'ভিএক্সএল ১২৫', '{"vxl"}', 125, 'scooter', 2016, null, null),
  ('Vespa', 'VXL 150', 'ভিএক্সএল ১৫০', '{"vxl150"}', 150, 'scooter', 2016, null, null),
  ('H Power', 'Zaara 110', 'জারা', '{"zara"}', 110, 'scooter', 2016, null, null),
  ('Speeder', 'Countryman 165', 'কান্ট্রিম্যান', '{"countryman"}', 165, 'adventure', 2020, null, null),
  ('FKM', 'Street Fighter 165', 'স্ট্রিট ফাইটার', '{"street fighter"}', 165, 'street', 2019, null, null),
  ('Taro', 'GP One', 'জিপি ওয়ান', '{"gp 1"}', 150, 'sport', 2018, null, null)
) as given (brand, name, name_bn, aliases, engine_cc, kind, made_from, made_until, family)
join brands on brands.name = given.brand;

-- ---------- what a bike says of itself ----------

-- A name as an address spells it: small Latin letters, digits and dashes.
create function bike_slug(name text, id uuid) returns text language sql immutable parallel safe
  return concat_ws('-', nullif(trim(both '-' from left(trim(both '-' from
    regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 60)), ''), left(md5(id::text), 10));

alter table bikes
  -- What the catalogue knows is kept by its id, anything else by the name that the seller gave it; never by both.
  add column brand_id uuid references brands,
  add column brand_name text check (length(brand_name) between 1 and 40),
  add column model_id uuid,
  add column model_name text check (length(model_name) between 1 and 60),
  add column engine_cc int check (engine_cc between 50 and 375),
  add column kilometres int check (kilometres between 0 and 999999),
  -- Where it stands, as far as its location names a district.
  add column district text,
  add column registration_district text,
  add column registered_in_year int check (registered_in_year between 1950 and 2200),
  -- How many people have owned it so far, its seller among them.
  add column owners int check (owners between 1 and 9),
  add column description text check (length(description) between 1 and 4000),
  -- Its public page's address; it stays when the name changes.
  add column slug text,
  -- Grows with every edit, so that two windows do not overwrite each other.
  add column version int not null default 1,
  add column edited_at timestamptz,
  add constraint brand_by_id_or_name check (brand_id is null or brand_name is null),
  add constraint model_by_id_or_name check (model_id is null or model_name is null),
  add constraint model_with_brand check (model_id is null or brand_id is not null),
  add constraint model_name_with_brand check (model_name is null or brand_id is not null or brand_name is not null),
  add constraint model_fits_brand foreign key (model_id, brand_id) references models (id, brand_id),
  add constraint bike_of_seller unique (id, seller_id);

create function is_district(slug text) returns boolean language sql immutable parallel safe
  return slug in (
    'barguna', 'barishal', 'bhola', 'jhalokati', 'patuakhali', 'pirojpur', 'bandarban', 'brahmanbaria',
    'chandpur', 'chattogram', 'cumilla', 'coxs-bazar', 'feni', 'khagrachhari', 'lakshmipur', 'noakhali',
    'rangamati', 'dhaka', 'faridpur', 'gazipur', 'gopalganj', 'kishoreganj', 'madaripur', 'manikganj',
    'munshiganj', 'narayanganj', 'narsingdi', 'rajbari', 'shariatpur', 'tangail', 'bagerhat', 'chuadanga',
    'jashore', 'jhenaidah', 'khulna', 'kushtia', 'magura', 'meherpur', 'narail', 'satkhira', 'jamalpur',
    'mymensingh', 'netrokona', 'sherpur', 'bogura', 'chapainawabganj', 'joypurhat', 'naogaon', 'natore',
    'pabna', 'rajshahi', 'sirajganj', 'dinajpur', 'gaibandha', 'kurigram', 'lalmonirhat', 'nilphamari',
    'panchagarh', 'rangpur', 'thakurgaon', 'habiganj', 'moulvibazar', 'sunamganj', 'sylhet');
alter table bikes
  add constraint known_district check (is_district(district)),
  add constraint known_registration_district check (is_district(registration_district));

create index bikes_by_model on bikes (brand_id, model_id);
create index bikes_named_freely on bikes (id) where brand_name is not null or model_name is not null;

update bikes set slug = bike_slug(name, id);
-- The districts of the bikes that are there already: what the last part of the location says.
update bikes set district = place.slug
from (values
    ('barguna', 'barguna', 'বরগুনা'),
    ('barishal', 'barishal', 'বরিশাল'),
    ('bhola', 'bhola', 'ভোলা'),
    ('jhalokati', 'jhalokati', 'ঝালকাঠি'),
    ('patuakhali', 'patuakhali', 'পটুয়াখালী'),
    ('pirojpur', 'pirojpur', 'পিরোজপুর'),
    ('bandarban', 'bandarban', 'বান্দরবান'),
    ('brahmanbaria', 'brahmanbaria', 'ব্রাহ্মণবাড়িয়া'),
    ('chandpur', 'chandpur', 'চাঁদপুর'),
    ('chattogram', 'chattogram', 'চট্টগ্রাম'),
    ('cumilla', 'cumilla', 'কুমিল্লা'),
    ('coxs-bazar', 'cox''s bazar', 'কক্সবাজার'),
    ('feni', 'feni', 'ফেনী'),
    ('khagrachhari', 'khagrachhari', 'খাগড়াছড়ি'),
    ('lakshmipur', 'lakshmipur', 'লক্ষ্মীপুর'),
    ('noakhali', 'noakhali', 'নোয়াখালী'),
    ('rangamati', 'rangamati', 'রাঙ্গামাটি'),
    ('dhaka', 'dhaka', 'ঢাকা'),
    ('faridpur', 'faridpur', 'ফরিদপুর'),
    ('gazipur', 'gazipur', 'গাজীপুর'),
    ('gopalganj', 'gopalganj', 'গোপালগঞ্জ'),
    ('kishoreganj', 'kishoreganj', 'কিশোরগঞ্জ'),
    ('madaripur', 'madaripur', 'মাদারীপুর'),
    ('manikganj', 'manikganj', 'মানিকগঞ্জ'),
    ('munshiganj', 'munshiganj', 'মুন্সীগঞ্জ'),
    ('narayanganj', 'narayanganj', 'নারায়ণগঞ্জ'),
    ('narsingdi', 'narsingdi', 'নরসিংদী'),
    ('rajbari', 'rajbari', 'রাজবাড়ী'),
    ('shariatpur', 'shariatpur', 'শরীয়তপুর'),
    ('tangail', 'tangail', 'টাঙ্গাইল'),
    ('bagerhat', 'bagerhat', 'বাগেরহাট'),
    ('chuadanga', 'chuadanga', 'চুয়াডাঙ্গা'),
    ('jashore', 'jashore', 'যশোর'),
    ('jhenaidah', 'jhenaidah', 'ঝিনাইদহ'),
    ('khulna', 'khulna', 'খুলনা'),
    ('kushtia', 'kushtia', 'কুষ্টিয়া'),
    ('magura', 'magura', 'মাগুরা'),
    ('meherpur', 'meherpur', 'মেহেরপুর'),
    ('narail', 'narail', 'নড়াইল'),
    ('satkhira', 'satkhira', 'সাতক্ষীরা'),
    ('jamalpur', 'jamalpur', 'জামালপুর'),
    ('mymensingh', 'mymensingh', 'ময়মনসিংহ'),
    ('netrokona', 'netrokona', 'নেত্রকোণা'),
    ('sherpur', 'sherpur', 'শেরপুর'),
    ('bogura', 'bogura', 'বগুড়া'),
    ('chapainawabganj', 'chapainawabganj', 'চাঁপাইনবাবগঞ্জ'),
    ('joypurhat', 'joypurhat', 'জয়পুরহাট'),
    ('naogaon', 'naogaon', 'নওগাঁ'),
    ('natore', 'natore', 'নাটোর'),
    ('pabna', 'pabna', 'পাবনা'),
    ('rajshahi', 'rajshahi', 'রাজশাহী'),
    ('sirajganj', 'sirajganj', 'সিরাজগঞ্জ'),
    ('dinajpur', 'dinajpur', 'দিনাজপুর'),
    ('gaibandha', 'gaibandha', 'গাইবান্ধা'),
    ('kurigram', 'kurigram', 'কুড়িগ্রাম'),
    ('lalmonirhat', 'lalmonirhat', 'লালমনিরহাট'),
    ('nilphamari', 'nilphamari', 'নীলফামারী'),
    ('panchagarh', 'panchagarh', 'পঞ্চগড়'),
    ('rangpur', 'rangpur', 'রংপুর'),
    ('thakurgaon', 'thakurgaon', 'ঠাকুরগাঁও'),
    ('habiganj', 'habiganj', 'হবিগঞ্জ'),
    ('moulvibazar', 'moulvibazar', 'মৌলভীবাজার'),
    ('sunamganj', 'sunamganj', 'সুনামগঞ্জ'),
    ('sylhet', 'sylhet', 'সিলেট')
) as place (slug, en, bn)
where (lower(trim(reverse(split_part(reverse(location), ',', 1)))) in (place.en, place.bn)
  or lower(trim(location)) like '% ' || place.en);

alter table bikes alter column slug set not null, add constraint slug_is_its_own unique (slug);

-- The row makes its own address, so that every way to write a bike gives it one.
create function name_the_page() returns trigger language plpgsql as $$
begin
  new.slug := bike_slug(new.name, new.id);
  return new;
end $$;
create trigger name_the_page before insert on bikes for each row execute function name_the_page();

create function keep_the_page() returns trigger language plpgsql as $$
begin
  raise exception 'the address of a bike never changes' using constraint = 'slug_is_kept';
end $$;
create trigger slug_is_kept before update of slug on bikes
  for each row when (old.slug is distinct from new.slug) execute function keep_the_page();

-- ---------- its further pictures; the first one is the bike's own column ----------

create table bike_pictures (
  bike_id uuid not null references bikes,
  position int not null check (position between 2 and 10),
  seller_id uuid not null,
  picture text not null,
  primary key (bike_id, position),
  constraint shown_once unique (bike_id, picture),
  constraint pictures_of_bike_of_seller foreign key (bike_id, seller_id) references bikes (id, seller_id),
  constraint pictures_of_seller foreign key (seller_id, picture) references picture_uploads (member_id, picture)
);
create index bike_pictures_by_picture on bike_pictures (seller_id, picture);

-- ---------- what it has cost, since when ----------

create table bike_prices (
  id bigint generated always as identity primary key,
  bike_id uuid not null references bikes,
  price_taka int not null check (price_taka between 1000 and 999999),
  since timestamptz not null
);
create index bike_prices_by_bike on bike_prices (bike_id, id desc);

insert into bike_prices (bike_id, price_taka, since) select id, sale_price_taka, created_at from bikes order by created_at;

-- Written with the change itself, whoever makes it, so that no price is ever missing.
create function first_prices() returns trigger language plpgsql as $$
begin
  insert into bike_prices (bike_id, price_taka, since) select id, sale_price_taka, created_at from added;
  return null;
end $$;
create trigger first_prices after insert on bikes
  referencing new table as added for each statement execute function first_prices();

create function next_price() returns trigger language plpgsql as $$
begin
  insert into bike_prices (bike_id, price_taka, since) values (new.id, new.sale_price_taka,
    case when new.edited_at is distinct from old.edited_at then new.edited_at else now() end);
  return null;
end $$;
create trigger next_price after update of sale_price_taka on bikes
  for each row when (old.sale_price_taka is distinct from new.sale_price_taka) execute function next_price();

create function keep_prices() returns trigger language plpgsql as $$
begin
  raise exception 'what a bike has cost is never rewritten' using constraint = 'prices_are_kept';
end $$;
create trigger prices_are_kept before update or delete on bike_prices for each statement execute function keep_prices();
