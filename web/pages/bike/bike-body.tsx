import { Clock, MapPin, TriangleAlert } from 'lucide'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { useKept } from '#web/lib/local-storage-lists.ts'
import type { LanguageCode } from '#web/i18n/language.ts'
import { BikeHead, useBikeTexts, useBikeUrl } from './bike-head.tsx'
import { BikeSeller } from './bike-seller.tsx'
import { BikeSpecs } from '#web/components/bike-specs.tsx'
import { CompareBar, CompareBox } from '#web/components/compare-choice.tsx'
import { Gallery } from './gallery.tsx'
import { Instalments } from './instalment-calculator.tsx'
import { MiniCard } from '#web/components/mini-card.tsx'
import { BookNow, WishButton } from '#web/components/product-card.tsx'
import { RecentBikes, useRemember } from '#web/components/recent-bikes.tsx'
import { ShareBike } from './share-bike.tsx'
import { WorthReasons, type Worth } from './price-estimate-reasons.tsx'
import { wokeUp } from '#web/ui/hydration/lazy-on-interaction.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PricePlate } from '#web/ui/price-tag.tsx'
import { bikePage } from '#web/i18n/en/bike-page.ts'
import { useChapter, useFigures, useWords } from '#web/context/app-context.ts'

type Shown = z.output<typeof BikePage>
type Props = { bike: Shown }
type Priced = Props & { worth: Worth | null }

const Crumb = ({ bike }: Props) => {
  const words = useChapter(bikePage)
  const { bar } = useWords()
  return (
    <nav className="crumb" aria-label={words.where}>
      <Link to="/">{bar.home}</Link>
      <span aria-hidden>/</span>
      <Link to="/bikes">{words.bikes}</Link>
      <span aria-hidden>/</span>
      {bike.productName}
    </nav>
  )
}

/** How far the price is below the original one; nothing when it is not. */
const Kept = ({ bike: { salePrice, originalPrice, usedTime } }: Props) => {
  const words = useChapter(bikePage)
  const { card } = useWords()
  const { digits } = useFigures()
  const percent = 100 - Math.round((salePrice / originalPrice) * 100)
  if (percent <= 0) return null
  const text = usedTime === 0 ? words.keptNew(digits(percent)) : words.kept(digits(percent), card.years(usedTime))
  return <small>{text}</small>
}

const Prices = ({ bike }: Props) => {
  const { card } = useWords()
  const { taka } = useFigures()
  return (
    <div className="bike__prices">
      <PricePlate label={card.resalePrice} price={taka(bike.salePrice)} />
      <dl className="was">
        <dt>{card.originalPrice}</dt>
        <dd>
          <span className="num">{taka(bike.originalPrice)}</span>
          <Kept bike={bike} />
        </dd>
      </dl>
    </div>
  )
}

const Title = ({ bike }: Props) => {
  const { dayAndTime } = useFigures()
  return (
    <>
      <h1 className="bike__title">{bike.productName}</h1>
      <p className="bike__meta">
        <span>
          <Icon of={MapPin} size={18} />
          {bike.location}
        </span>
        <span className="num">
          <Icon of={Clock} size={18} />
          {dayAndTime(bike.date, bike.time)}
        </span>
      </p>
    </>
  )
}

const Sold = () => {
  const { soldHeading, soldText } = useChapter(bikePage)
  return (
    <div className="note note--stop bike__sold">
      <span>
        <b>{soldHeading}</b>
        <br />
        {soldText}
      </span>
    </div>
  )
}

const Advance = () => {
  const { advance } = useChapter(bikePage)
  return (
    <p className="note note--warn bike__advance">
      <Icon of={TriangleAlert} size={20} />
      <span>{advance}</span>
    </p>
  )
}

const Share = ({ bike }: Props) => {
  const { share } = useChapter(bikePage)
  const { taka } = useFigures()
  const { title } = useBikeTexts(bike)
  const text = share.text(bike.productName, taka(bike.salePrice), bike.location)
  return <ShareBike url={useBikeUrl(bike.slug)} title={title} text={text} />
}

/** Price, buttons and seller: beside the photos on wide screens, below them on narrow ones. */
const Side = ({ bike, worth }: Priced) => (
  <div className="bike__side">
    <Title bike={bike} />
    <Prices bike={bike} />
    {worth && <WorthReasons worth={worth} />}
    {bike.soldAt === null ? (
      <div className="bike__acts">
        <BookNow bike={bike} />
        <WishButton bike={bike} />
      </div>
    ) : (
      <Sold />
    )}
    <BikeSeller bike={bike} />
    {bike.soldAt === null && <Advance />}
    <Share bike={bike} />
    {bike.soldAt === null && <CompareBox slug={bike.slug} name={bike.productName} />}
  </div>
)

const Safety = () => {
  const { safety } = useChapter(bikePage)
  return (
    <section>
      <h2 className="h3">{safety.heading}</h2>
      <ul className="safety">
        {safety.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

/** The seller's own words may be in another language than the page; who hears them needs the right voice. */
const languageOf = (text: string): LanguageCode => (/[\u0985-\u09B9]/.test(text) ? 'bn' : 'en')

const More = ({ bike }: Props) => {
  const words = useChapter(bikePage)
  return (
    <div className="bike__more">
      <section>
        <h2 className="h3">{words.theBike}</h2>
        <BikeSpecs bike={bike} />
      </section>
      {bike.description !== null && (
        <section>
          <h2 className="h3">{words.words}</h2>
          <p className="bike__words" lang={languageOf(bike.description)}>
            {bike.description}
          </p>
        </section>
      )}
      {bike.soldAt === null && <Instalments priceTaka={bike.salePrice} />}
      {bike.soldAt === null && <Safety />}
    </div>
  )
}

const Similar = ({ bike }: Props) => {
  const { similar } = useChapter(bikePage)
  if (bike.similar.length === 0) return null
  return (
    <section className="similar">
      <Heading>{similar}</Heading>
      <ul className="grid-cards grid-cards--four">
        {bike.similar.map((other) => (
          <li key={other._id}>
            <MiniCard bike={other} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Always at hand on a phone: the price and the two buttons. */
const BuyBar = ({ bike }: Props) => {
  const { card } = useWords()
  const { buy } = useChapter(bikePage)
  const { taka } = useFigures()
  return (
    <section className="buybar" aria-label={buy}>
      <p>
        <span>{card.resalePrice}</span>
        <b className="num">{taka(bike.salePrice)}</b>
      </p>
      <WishButton bike={bike} />
      <BookNow bike={bike} />
    </section>
  )
}

/** All that stands on the page of one bike, on sale or sold. */
export const BikeBody = ({ bike, worth }: Priced) => {
  useEffect(wokeUp, [])
  const { card } = useWords()
  const { slug, productName: name, image, salePrice: priceTaka } = bike
  useRemember({ slug, name, image, priceTaka }, useKept('recent'))
  return (
    <>
      <BikeHead bike={bike} />
      <div className="wrap">
        <Crumb bike={bike} />
        <div className={`bike${bike.soldAt === null ? '' : ' bike--gone'}`}>
          <Gallery key={bike.slug} photos={[bike.image, ...bike.moreImages]} name={bike.productName}>
            {bike.soldAt !== null && <span className="stamp">{card.sold}</span>}
          </Gallery>
          <Side bike={bike} worth={worth} />
          <More bike={bike} />
        </div>
        <Similar bike={bike} />
        <RecentBikes except={bike.slug} />
      </div>
      <CompareBar />
      {bike.soldAt === null && <BuyBar bike={bike} />}
    </>
  )
}
