import { telephone, telephoneShown } from '#contract/text.ts'
import { Picture } from '#web/ui/picture.tsx'
import { wholeNumber } from '#web/lib/parse-whole-number.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useFigures, useWords } from '#web/context/app-context.ts'
import { initials } from '#web/ui/avatar.tsx'
import type { ProductDraft } from '#web/lib/product-draft.ts'
import { conditions } from './product-body.ts'
import type { Photo } from './use-photo.ts'

/** The draft as a card would say it; what is missing is a dash. */
const useShown = (draft: ProductDraft) => {
  const { card } = useWords()
  const { add } = useChapter(selling)
  const { digits, taka } = useFigures()
  const price = (typed: string) => {
    const number = wholeNumber(typed)
    return number === null ? add.nothing : taka(number)
  }
  const years = wholeNumber(draft.usedTime)
  const condition = conditions.find((one) => one === draft.condition)
  return {
    name: draft.productName.trim() || add.noName,
    salePrice: price(draft.salePrice),
    originalPrice: price(draft.originalPrice),
    condition: condition ? card.conditions[condition] : add.nothing,
    years: years === null ? add.nothing : card.years(years),
    boughtIn: digits(wholeNumber(draft.purchaseTime) ?? add.nothing),
    location: draft.location.trim() || add.nothing,
    seller: draft.sellerName.trim(),
    number: digits(telephoneShown(telephone(draft.contactNumber)) || add.nothing),
  }
}

type Shown = ReturnType<typeof useShown>

const PreviewPhoto = ({ photo }: { photo: Photo }) => (
  <div className="card__photo">
    {photo.state === 'here' && <Picture src={photo.url} alt="" />}
    {'preview' in photo && photo.preview !== null && <img src={photo.preview} alt="" />}
  </div>
)

const Facts = ({ shown }: { shown: Shown }) => {
  const { card } = useWords()
  return (
    <>
      <dl className="prices">
        <div className="prices__now">
          <dt>{card.resalePrice}</dt>
          <dd className="num">{shown.salePrice}</dd>
        </div>
        <div className="prices__new">
          <dt>{card.originalPrice}</dt>
          <dd className="num">{shown.originalPrice}</dd>
        </div>
      </dl>
      <dl className="facts">
        <div>
          <dt>{card.condition}</dt>
          <dd>{shown.condition}</dd>
        </div>
        <div>
          <dt>{card.yearsOfUse}</dt>
          <dd>{shown.years}</dd>
        </div>
        <div>
          <dt>{card.yearsOfBuy}</dt>
          <dd className="num">{shown.boughtIn}</dd>
        </div>
      </dl>
      <dl className="rows">
        <div>
          <dt>{card.location}</dt>
          <dd>{shown.location}</dd>
        </div>
      </dl>
    </>
  )
}

/** The card of the bike that is being added, as buyers will see it; there is room for it on wide screens. */
export const ProductPreview = ({ draft, photo }: { draft: ProductDraft; photo: Photo }) => {
  const { card } = useWords()
  const { add } = useChapter(selling)
  const shown = useShown(draft)
  return (
    <aside className="preview" aria-label={add.preview}>
      <p className="hint preview__intro">{add.previewIntro}</p>
      <article className="card">
        <PreviewPhoto photo={photo} />
        <div className="card__body">
          <p className="card__name">{shown.name}</p>
          <Facts shown={shown} />
          <div className="seller">
            <span className="avatar" aria-hidden>
              {initials(shown.seller)}
            </span>
            <span className="seller__who">
              <b>{shown.seller}</b>
            </span>
            <dl className="contact-line">
              <dt>{card.contactNumber}</dt>
              <dd className="num">{shown.number}</dd>
            </dl>
          </div>
        </div>
      </article>
    </aside>
  )
}
