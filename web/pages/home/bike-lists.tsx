import type { ComponentProps } from 'react'
import { Advertisement } from './advertisement.tsx'
import { Categories } from './categories.tsx'

type Props = ComponentProps<typeof Categories> & { bikes: ComponentProps<typeof Advertisement>['data'] }

/** "Our Products" and "Product Advertisement". */
export const BikeLists = ({ data, brands, bikes }: Props) => (
  <>
    <Categories data={data} brands={brands} />
    <Advertisement data={bikes} />
  </>
)
