-- A model of Kawasaki, the only brand of the catalogue that had none.
insert into models (brand_id, name, name_bn, aliases, engine_cc, kind, made_from)
select id, 'KLX 150', 'কেএলএক্স ১৫০', '{"klx","klx150","klx 150bf"}', 144, 'adventure', 2016
from brands where name = 'Kawasaki'
on conflict do nothing;
