import { Link } from 'react-router'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { ListedPictures } from '#web/components/evidence/listed-pictures.tsx'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { CaseDetail } from './case-detail.ts'
import { type AdvertisementChange, listChanges } from './list-changes.ts'

const Change = ({ change }: { change: AdvertisementChange }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  return (
    <li>
      <b>{queue.saidUntil(times.at(change.until))}</b>
      {change.productName !== null && (
        <p>
          {queue.name}: <span translate="no">{change.productName}</span>
        </p>
      )}
      {change.price !== null && (
        <p>
          {queue.price}: <span className="num">{taka(change.price)}</span>
        </p>
      )}
      {change.location !== null && (
        <p>
          {queue.place}: <span dir="auto">{change.location}</span>
        </p>
      )}
      {change.description !== null && (
        <p dir="auto">{change.description === '' ? queue.noDescription : change.description}</p>
      )}
    </li>
  )
}

const Changes = ({ found }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  const { productName, price, location, description, earlierAdvertisements } = found
  if (productName === null || price === null || location === null || earlierAdvertisements.length === 0) return null
  return (
    <>
      <h3>{queue.changes}</h3>
      <ul>
        {listChanges({ productName, price, location, description }, earlierAdvertisements).map((change) => (
          <Change key={change.until} change={change} />
        ))}
      </ul>
    </>
  )
}

const SamePicture = ({ samePicture }: { samePicture: NonNullable<CaseDetail['samePicture']> }) => {
  const { queue } = useMessages(caseMessages)
  const { own, other, productName, sellerId, sellerName } = samePicture
  return (
    <>
      <h3>{queue.samePicture}</h3>
      <div className="case__twins">
        <figure>
          <Picture src={own} alt={queue.ownPicture} sizes="(min-width: 48rem) 20rem, 46vw" />
          <figcaption>{queue.ownPicture}</figcaption>
        </figure>
        <figure>
          <Picture src={other} alt={queue.otherPicture} sizes="(min-width: 48rem) 20rem, 46vw" />
          <figcaption>
            <span translate="no">{productName}</span>{' '}
            <Link className="link" to={`/sellers/${sellerId}`} translate="no">
              {sellerName}
            </Link>
          </figcaption>
        </figure>
      </div>
    </>
  )
}

/** The advertisement of a case: its pictures, what it says and said before, and another bike with the same picture. */
export const Advertisement = ({ found }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  return (
    <>
      {found.pictures.length > 0 && <ListedPictures pictures={found.pictures} bikeName={found.productName ?? ''} />}
      {found.samePicture !== null && <SamePicture samePicture={found.samePicture} />}
      {found.description !== null && (
        <>
          <h3>{queue.description}</h3>
          <p dir="auto">{found.description}</p>
        </>
      )}
      <Changes found={found} />
    </>
  )
}
