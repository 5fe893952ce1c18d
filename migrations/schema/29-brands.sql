-- The brands of the catalogue and the categories of the home page. Each brand has a category: one of the three cards, or one that
-- a trigger creates.

-- The home page shows 100 characters of a description and "...". These end with the name of a model there, so that the dots mean
-- "and others" and no sentence is cut.
insert into categories (id, name, picture, description, position) values
  ('01a2008d-7400-7203-abd8-7dfd24172ab0', 'Yamaha', '/pictures/row-yamaha.webp',
    'The bikes that half of Dhaka rides to the office: FZS, MT-15, RayZR, Saluto, Fazer, Fascino, Enticer, and others, many with the service book from their first day.', 0),
  ('01a2008d-77e8-7684-a4ea-65013ce61946', 'Suzuki', '/pictures/row-suzuki.webp',
    'City bikes that keep their price for years: Gixxer, Gixxer SF, Intruder, GSX, Hayate, Access, Bandit, and others, which any workshop in town knows.', 1),
  ('01a2008d-7bd0-7105-8f5f-6408cf497259', 'TVS', '/pictures/row-tvs.webp',
    'Any mechanic from Teknaf to Tetulia mends them: Apache, Raider, Stryker, Metro, Radeon, Jupiter, Max, and others, with spare parts in the next bazaar.', 2);
-- For the brands that the catalogue does not have.
insert into categories (id, name, kind) values (gen_random_uuid(), 'Other', 'other');

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
  ('Taro', 'টারো', '{"taaro"}'),
  ('CFMoto', 'সিএফমোটো', '{"cf moto","cfmotto","সিএফ মোটো"}'),
  ('GPX', 'জিপিএক্স', '{"g p x"}'),
  ('UM', 'ইউএম', '{"united motors","um runner"}'),
  ('Regal Raptor', 'রিগ্যাল র‍্যাপ্টর', '{"regal","regal rapter"}'),
  ('Victor-R', 'ভিক্টর আর', '{"victor r"}'),
  ('Atlas Zongshen', 'অ্যাটলাস জংশেন', '{"zongshen","jongshen","atlas","জংশেন"}');
