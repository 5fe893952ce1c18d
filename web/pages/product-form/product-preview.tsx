import { normalizeTelephone, formatTelephone } from '#contract/text.ts'
import { Picture } from '#web/ui/picture.tsx'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { getInitials } from '#web/ui/avatar.tsx'
import type { ProductDraft } from '#web/lib/product-draft.ts'
import { conditions } from './product-body.ts'
import type { Photo } from './use-photo.ts'

/** The draft formatted as on a card; missing values are a dash. */
const usePreviewValues = (draft: ProductDraft) => {
  const { card } = useMessages()
  const { add } = useMessages(productFormMessages)
  const { digits, taka } = useFormat()
  const formatPrice = (typed: string) => {
    const number = parseWholeNumber(typed)
    return number === null ? add.nothing : taka(number)
  }
  const years = parseWholeNumber(draft.usedTime)
  const condition = conditions.find((one) => one === draft.condition)
  return {
    name: draft.productName.trim() || add.noName,
    salePrice: formatPrice(draft.salePrice),
    originalPrice: formatPrice(draft.originalPrice),
    condition: condition ? card.conditions[condition] : add.nothing,
    years: years === null ? add.nothing : card.years(years),
    boughtIn: digits(parseWholeNumber(draft.purchaseTime) ?? add.nothing),
    location: draft.location.trim() || add.nothing,
    seller: draft.sellerName.trim(),
    number: digits(formatTelephone(normalizeTelephone(draft.contactNumber)) || add.nothing),
  }
}

type PreviewValues = ReturnType<typeof usePreviewValues>

const PreviewPhoto = ({ photo }: { photo: Photo }) => (
  <div className="card__photo">
    {photo.state === 'uploaded' && <Picture src={photo.url} alt="" />}
    {'preview' in photo && photo.preview !== null && <img src={photo.preview} alt="" />}
  </div>
)

const Facts = ({ values }: { values: PreviewValues }) => {
  const { card } = useMessages()
  return (
    <>
      <dl className="prices">
        <div className="prices__now">
          <dt>{card.resalePrice}</dt>
          <dd className="num">{values.salePrice}</dd>
        </div>
        <div className="prices__new">
          <dt>{card.originalPrice}</dt>
          <dd className="num">{values.originalPrice}</dd>
        </div>
      </dl>
      <dl className="facts">
        <div>
          <dt>{card.condition}</dt>
          <dd>{values.condition}</dd>
        </div>
        <div>
          <dt>{card.yearsOfUse}</dt>
          <dd>{values.years}</dd>
        </div>
        <div>
          <dt>{card.yearsOfBuy}</dt>
          <dd className="num">{values.boughtIn}</dd>
        </div>
      </dl>
      <dl className="rows">
        <div>
          <dt>{card.location}</dt>
          <dd>{values.location}</dd>
        </div>
      </dl>
    </>
  )
}

/** A preview of the bike's card; on narrow screens once the bike has a name or a photo. */
export const ProductPreview = ({ draft, photo }: { draft: ProductDraft; photo: Photo }) => {
  const { card } = useMessages()
  const { add } = useMessages(productFormMessages)
  const values = usePreviewValues(draft)
  const isEmpty = draft.productName.trim() === '' && photo.state === 'none'
  return (
    <aside className={isEmpty ? 'preview preview--empty' : 'preview'} aria-label={add.preview}>
      <p className="hint preview__intro">{add.previewIntro}</p>
      <article className="card">
        <PreviewPhoto photo={photo} />
        <div className="card__body">
          <p className="card__name" translate="no">
            {values.name}
          </p>
          <Facts values={values} />
          <div className="seller">
            <span className="avatar" aria-hidden>
              {getInitials(values.seller)}
            </span>
            <span className="seller__who">
              <b>{values.seller}</b>
            </span>
            <dl className="contact-line">
              <dt>{card.contactNumber}</dt>
              <dd className="num">{values.number}</dd>
            </dl>
          </div>
        </div>
      </article>
    </aside>
  )
}
