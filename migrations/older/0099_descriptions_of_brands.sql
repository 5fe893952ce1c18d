-- The home page shows 100 characters of a description and "...". Those of these end with the name of a model, so that the dots
-- mean "and others" and no sentence is cut. A description that somebody has changed stays as it is.
update categories set description = better.description
from (values
  ('Yamaha', 'From the FZS that half of Dhaka rides to work, through the R15 and the MT-15, to the RayZR for narrow lanes and the Saluto that sips its fuel: bikes with their service book wherever the owner kept it.',
    'The bikes that half of Dhaka rides to the office: FZS, MT-15, RayZR, Saluto, Fazer, Fascino, Enticer, and others, many with the service book from their first day.'),
  ('Suzuki', 'Gixxer and Gixxer SF in every trim, the long and low Intruder, the GSX for those in a hurry and the Hayate for those who count every Taka: city bikes that keep their price for years.',
    'City bikes that keep their price for years: Gixxer, Gixxer SF, Intruder, GSX, Hayate, Access, Bandit, and others, which any workshop in town knows.'),
  ('TVS', 'Apache, Raider, Stryker, Metro, Radeon and Ntorq: bikes that any mechanic between Teknaf and Tetulia can mend, with spare parts in the next bazaar and a fair price when you sell again.',
    'Any mechanic from Teknaf to Tetulia mends them: Apache, Raider, Stryker, Metro, Radeon, Jupiter, Max, and others, with spare parts in the next bazaar.')
) as better (name, old_description, description)
where categories.name = better.name and categories.description = better.old_description;
