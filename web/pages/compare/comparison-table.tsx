import { Check, X } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { BookNowButton } from '#web/components/product-card/bike-buttons.tsx'
import { toComparePath } from '#web/lib/compare-paths.ts'
import { PriceEstimateBadge } from '#web/components/price-estimate-badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { saveList } from '#web/lib/local-storage-lists.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { comparisonMessages } from '#web/i18n/en/comparison.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { useRows, type ComparedBike, type Row } from './use-rows.ts'

type Props = { bikes: ComparedBike[] }

const PhotoCell = ({ bike, others }: { bike: ComparedBike; others: string[] }) => {
  const { removeLabel } = useMessages(comparisonMessages)
  return (
    <td>
      <Picture src={bike.image} alt="" sizes="(min-width: 48rem) 18rem, 10rem" />
      <Link
        className="compare__remove"
        to={toComparePath(others)}
        replace
        aria-label={removeLabel(bike.productName)}
        onClick={() => saveList('compare', others.join(','))}
      >
        <Icon of={X} size={20} />
      </Link>
    </td>
  )
}

const HeadCell = ({ bike }: { bike: ComparedBike }) => {
  const { card } = useMessages()
  const { taka } = useFormat()
  return (
    <th scope="col">
      <Link to={`/bikes/${bike.slug}`} translate="no">
        {bike.productName}
      </Link>
      <span className="compare__price num">{taka(bike.salePrice)}</span>
      {bike.soldAt !== null && <span className="badge badge--stop">{card.sold}</span>}
      {bike.priceEstimate && <PriceEstimateBadge badge={bike.priceEstimate.badge} />}
    </th>
  )
}

const FactRow = ({ row: { name, isName, cells, bestWord, isSame }, bikes }: Props & { row: Row }) => {
  const { unknown } = useMessages(comparisonMessages)
  return (
    <tr className={isSame ? 'is-same' : undefined}>
      <th scope="row">{name}</th>
      {cells.map(({ value, isBest }, index) => (
        <td key={bikes[index]?.slug} className="num" translate={value !== null && isName ? 'no' : undefined}>
          {value ?? <span className="hint">{unknown}</span>}
          {isBest && (
            <span className="compare__best">
              <Icon of={Check} size={16} />
              {bestWord}
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

/** The end of a column: its name and price again, because the head may be out of sight, and the way to book. */
const FootCell = ({ bike }: { bike: ComparedBike }) => {
  const { standInLine } = useMessages(bikePageMessages)
  const { card } = useMessages()
  const { taka } = useFormat()
  return (
    <td>
      <article>
        <h2>
          <Link to={`/bikes/${bike.slug}`} translate="no">
            {bike.productName}
          </Link>
        </h2>
        <span className="compare__price num">{taka(bike.salePrice)}</span>
        {bike.soldAt !== null && <span className="badge badge--stop">{card.sold}</span>}
        {bike.status === 'available' && <BookNowButton bike={bike} />}
        {bike.status === 'reserved' && <BookNowButton bike={{ ...bike, paid: false }} lineLabel={standInLine} />}
      </article>
    </td>
  )
}

/** The bikes side by side: names and prices stay on top, what differs comes first, and each column ends with Book Now. */
export const ComparisonTable = ({ bikes }: Props) => {
  const { compare } = useMessages(searchMessages)
  const comparison = useMessages(comparisonMessages)
  const { card } = useMessages()
  const rows = useRows(bikes)
  const isScrollable = bikes.length > 2
  // The style sheet does the same before the scripts are here, in browsers with :has.
  const [showsDifferent, setShowsDifferent] = useState(false)
  return (
    <div className={showsDifferent ? 'compare compare--different' : 'compare'}>
      <p className="compare__bar">
        {bikes.length > 1 && (
          <label className="check">
            <input
              className="compare__only"
              type="checkbox"
              onChange={({ currentTarget }) => setShowsDifferent(currentTarget.checked)}
            />
            {comparison.onlyDifferent}
          </label>
        )}
        <Link className="btn btn--quiet" to={toComparePath([])} onClick={() => saveList('compare', '')}>
          {compare.clear}
        </Link>
      </p>
      <div
        className={isScrollable ? 'compare__table compare__table--many' : 'compare__table'}
        data-bikes={bikes.length}
        // Focusable, so that the keyboard can scroll a table wider than the screen.
        {...(isScrollable && { tabIndex: 0, role: 'region', 'aria-label': compare.title })}
      >
        <table>
          <thead>
            <tr className="compare__photos">
              {bikes.map((bike) => (
                <PhotoCell
                  key={bike.slug}
                  bike={bike}
                  others={bikes.flatMap(({ slug }) => (slug === bike.slug ? [] : [slug]))}
                />
              ))}
            </tr>
            <tr className="compare__heads">
              <th scope="col">
                <span className="sr-only">{comparison.property}</span>
              </th>
              {bikes.map((bike) => (
                <HeadCell key={bike.slug} bike={bike} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FactRow key={row.key} row={row} bikes={bikes} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <span className="sr-only">{card.bookNow}</span>
              </th>
              {bikes.map((bike) => (
                <FootCell key={bike.slug} bike={bike} />
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}
