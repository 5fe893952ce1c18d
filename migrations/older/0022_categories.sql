-- The three categories of the specification, in the order of the home page. Every bike refers to one of them, so a database
-- without demonstration data needs them too. Those that exist stay as they are; the others come behind them.
insert into categories (id, name, picture, description, position)
select id, name, picture, description,
  (select coalesce(max(position) + 1, 0) from categories) + row_number() over (order by id) - 1
from (values
  ('01a2008d-7400-7203-abd8-7dfd24172ab0'::uuid, 'Yamaha', '/pictures/row-yamaha.webp',
    'From the FZS that half of Dhaka rides to work, through the R15 and the MT-15, to the RayZR for narrow lanes and the Saluto that sips its fuel: bikes with their service book wherever the owner kept it.'),
  ('01a2008d-77e8-7684-a4ea-65013ce61946', 'Suzuki', '/pictures/row-suzuki.webp',
    'Gixxer and Gixxer SF in every trim, the long and low Intruder, the GSX for those in a hurry and the Hayate for those who count every Taka: city bikes that keep their price for years.'),
  ('01a2008d-7bd0-7105-8f5f-6408cf497259', 'TVS', '/pictures/row-tvs.webp',
    'Apache, Raider, Stryker, Metro, Radeon and Ntorq: bikes that any mechanic between Teknaf and Tetulia can mend, with spare parts in the next bazaar and a fair price when you sell again.')
) as missing (id, name, picture, description)
where not exists (select from categories where categories.name = missing.name);
