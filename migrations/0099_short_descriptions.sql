-- The home page shows 100 characters of a description and "...". These end with the names of models, so that the dots mean
-- "and others" and no sentence is cut. A description that somebody has changed stays as it is.
update categories set description = shorter.description
from (values
  ('Yamaha', 'From the FZS that half of Dhaka rides to work, through the R15 and the MT-15, to the RayZR for narrow lanes and the Saluto that sips its fuel: bikes with their service book wherever the owner kept it.',
    'The bikes that half of Dhaka rides to work: FZS, R15, MT-15, RayZR, Saluto'),
  ('Suzuki', 'Gixxer and Gixxer SF in every trim, the long and low Intruder, the GSX for those in a hurry and the Hayate for those who count every Taka: city bikes that keep their price for years.',
    'City bikes that keep their price: Gixxer, Gixxer SF, Intruder, GSX, Hayate'),
  ('TVS', 'Apache, Raider, Stryker, Metro, Radeon and Ntorq: bikes that any mechanic between Teknaf and Tetulia can mend, with spare parts in the next bazaar and a fair price when you sell again.',
    'Any mechanic can mend them: Apache, Raider, Stryker, Metro, Radeon, Ntorq')
) as shorter (name, old_description, description)
where categories.name = shorter.name and categories.description = shorter.old_description;
