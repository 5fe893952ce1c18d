// The three categories, in the order of the home page.
import type { categoryNames } from '#contract/bikes.ts'

type Category = { name: (typeof categoryNames)[number]; picture: string; description: string }

export const categories = [
  {
    name: 'Yamaha',
    picture: '/pictures/row-yamaha.webp',
    description:
      'From the FZS that half of Dhaka rides to work, through the R15 and the MT-15, to the RayZR for narrow lanes and the Saluto that sips its fuel: bikes with their service book wherever the owner kept it.',
  },
  {
    name: 'Suzuki',
    picture: '/pictures/row-suzuki.webp',
    description:
      'Gixxer and Gixxer SF in every trim, the long and low Intruder, the GSX for those in a hurry and the Hayate for those who count every Taka: city bikes that keep their price for years.',
  },
  {
    name: 'TVS',
    picture: '/pictures/row-tvs.webp',
    description:
      'Apache, Raider, Stryker, Metro, Radeon and Ntorq: bikes that any mechanic between Teknaf and Tetulia can mend, with spare parts in the next bazaar and a fair price when you sell again.',
  },
] as const satisfies readonly Category[]
