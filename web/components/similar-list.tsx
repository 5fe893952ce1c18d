import { Link } from 'react-router'
import type { z } from 'zod'
import { findDistrict } from '#contract/districts.ts'
import type { SimilarBike as SimilarShape } from '#contract/price-estimates.ts'
import { Picture } from '#web/ui/picture.tsx'
import { priceEstimateMessages as estimateMessages } from '#web/i18n/en/price-estimates.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'

type Similar = z.output<typeof SimilarShape>
/** `movedPrice` is the price adjusted to the compared bike; absent where nothing is compared. */
type ListedBike = Omit<Similar, 'movedPrice'> & Partial<Pick<Similar, 'movedPrice'>>

const Facts = ({ bike }: { bike: ListedBike }) => {
  const messages = useMessages(estimateMessages)
  const { digits, count } = useFormat()
  const { code } = useApp().language
  const district = bike.district === null ? null : (findDistrict(bike.district)?.[code] ?? null)
  const facts = [
    digits(bike.year),
    bike.kilometres === null ? null : messages.km(count(bike.kilometres)),
    district,
    bike.status === 'sold' ? messages.sold : null,
  ]
  return <small className="num">{facts.filter((fact) => fact !== null).join(' · ')}</small>
}

/** Bikes in short rows; each name links to the bike's page. */
export const SimilarList = ({ bikes }: { bikes: readonly ListedBike[] }) => {
  const messages = useMessages(estimateMessages)
  const { taka } = useFormat()
  return (
    <ul className="likes">
      {bikes.map((bike) => (
        <li key={bike._id}>
          <Picture src={bike.image} alt="" sizes="5rem" />
          <span className="likes__what">
            <Link to={`/bikes/${bike.slug}`} translate="no">
              {bike.productName}
            </Link>
            <Facts bike={bike} />
          </span>
          <span className="likes__price num">
            <b>{taka(bike.salePrice)}</b>
            {bike.movedPrice !== undefined && bike.movedPrice !== bike.salePrice && (
              <small>{messages.adjustedPrice(taka(bike.movedPrice))}</small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
