import { Link } from 'react-router'
import type { z } from 'zod'
import { districtNamed } from '#contract/districts.ts'
import type { SimilarBike as SimilarShape } from '#contract/price-estimates.ts'
import { Picture } from '#web/ui/picture.tsx'
import { worth as chapter } from '#web/i18n/en/price-estimates.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'

type Similar = z.output<typeof SimilarShape>
/** Its price as the bike it is compared with, where there is one. */
type Shown = Omit<Similar, 'movedPrice'> & Partial<Pick<Similar, 'movedPrice'>>

const Facts = ({ bike }: { bike: Shown }) => {
  const words = useChapter(chapter)
  const { digits, count } = useFigures()
  const { code } = useWorld().language
  const place = bike.district === null ? null : (districtNamed(bike.district)?.[code] ?? null)
  const facts = [
    digits(bike.year),
    bike.kilometres === null ? null : words.km(count(bike.kilometres)),
    place,
    bike.status === 'sold' ? words.sold : null,
  ]
  return <small className="num">{facts.filter((fact) => fact !== null).join(' · ')}</small>
}

/** Bikes in short rows, each of which leads to its page. */
export const SimilarList = ({ bikes }: { bikes: readonly Shown[] }) => {
  const words = useChapter(chapter)
  const { taka } = useFigures()
  return (
    <ul className="likes">
      {bikes.map((bike) => (
        <li key={bike._id}>
          <Picture src={bike.image} alt="" sizes="5rem" />
          <span className="likes__what">
            <Link to={`/bikes/${bike.slug}`}>{bike.productName}</Link>
            <Facts bike={bike} />
          </span>
          <span className="likes__price num">
            <b>{taka(bike.salePrice)}</b>
            {bike.movedPrice !== undefined && bike.movedPrice !== bike.salePrice && (
              <small>{words.moved(taka(bike.movedPrice))}</small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
