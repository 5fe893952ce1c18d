import { Search } from 'lucide'
import { Form, Link } from 'react-router'
import { PriceEstimateBadge } from '#web/components/price-estimate-badge.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import type { LoadResult } from '#web/context/display-error.ts'
import { cardKilometresMessages } from '#web/i18n/en/card-kilometres.ts'
import { firstScreenMessages } from '#web/i18n/en/first-screen.ts'
import { toSearchPath } from '#web/lib/search-url.ts'
import { Await, type Deferred } from '#web/ui/await.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { NewestBikes, TileBike } from './newest-bikes.ts'

// A phone shows two tiles and a part of the third.
const maxEagerPictures = 1

type Data = { data: Deferred<LoadResult<NewestBikes>> }

const lowPriceTaka = 100_000
// "150 cc" is what people say for engines of 149 to 160 cc.
const middleCc = { from: 149, to: 160 }

const SearchField = () => {
  const messages = useMessages(firstScreenMessages)
  return (
    <Form className="seek" role="search" action="/bikes">
      <label className="sr-only" htmlFor="seek">
        {messages.searchLabel}
      </label>
      <input
        className="input"
        id="seek"
        name="q"
        type="search"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={messages.placeholder}
      />
      <button className="btn btn--primary" type="submit" aria-label={messages.submit}>
        <Icon of={Search} size={22} />
      </button>
    </Form>
  )
}

const Chips = () => {
  const { chips } = useMessages(firstScreenMessages)
  const { taka, digits } = useFormat()
  const links = [
    {
      label: chips.price(taka(lowPriceTaka), digits(lowPriceTaka / 100_000)),
      path: toSearchPath({ priceTo: `${lowPriceTaka}` }),
    },
    { label: chips.cc(digits(150)), path: toSearchPath({ ccFrom: `${middleCc.from}`, ccTo: `${middleCc.to}` }) },
    { label: chips.scooters, path: toSearchPath({ kind: 'scooter' }) },
    { label: chips.dhaka, path: toSearchPath({ district: 'dhaka' }) },
    { label: chips.firstOwner, path: toSearchPath({ owners: '1' }) },
  ]
  return (
    <ul className="chips chips--one" aria-label={chips.label}>
      {links.map(({ label, path }) => (
        <li key={path}>
          <Link className="chip" to={path}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Count = ({ data }: Data) => {
  const { forSale, aboutForSale } = useMessages(firstScreenMessages)
  const { count } = useFormat()
  return (
    <p className="hero__count">
      <Await data={data} fallback={null}>
        {(newest) => {
          if (!newest.ok) return null
          const { total, counted } = newest.value
          return counted === 'all' ? forSale(count(total)) : aboutForSale(count(total))
        }}
      </Await>
    </p>
  )
}

/** A bike with its price: the whole tile is a link. It is no article, because the list repeats no full card. */
const Tile = ({ bike, isFirst }: { bike: TileBike; isFirst: boolean }) => {
  const { km } = useMessages(cardKilometresMessages)
  const { taka, digits, count } = useFormat()
  const { slug, productName, salePrice, image, year, kilometres, district, badge } = bike
  const facts = [digits(year), ...(kilometres === null ? [] : [km(count(kilometres))])]
  return (
    <li className="tile">
      <Picture src={image} alt="" sizes="(min-width: 62rem) 18rem, 10rem" isFirst={isFirst} />
      <h3>
        <Link to={`/bikes/${slug}`} translate="no">
          {productName}
        </Link>
      </h3>
      <b className="num">{taka(salePrice)}</b>
      {badge && <PriceEstimateBadge badge={{ ...badge, compared: 0 }} />}
      <p>
        <span className="num">{facts.join(' · ')}</span>
        <br />
        {district}
      </p>
    </li>
  )
}

const Newest = ({ data }: Data) => {
  const { newest: heading, seeAll } = useMessages(firstScreenMessages)
  return (
    <section className="wrap newest">
      <div className="rowhead">
        <h2>{heading}</h2>
        <Link className="link" to="/bikes">
          {seeAll}
        </Link>
      </div>
      <Await data={data} fallback={<div className="tiles" />}>
        {/* The lists below say why nothing came. */}
        {(newest) => (
          <ul className="tiles">
            {newest.ok &&
              newest.value.bikes.map((bike, index) => (
                <Tile key={bike.slug} bike={bike} isFirst={index < maxEagerPictures} />
              ))}
          </ul>
        )}
      </Await>
    </section>
  )
}

/** What the shop is, how many bikes it has, the search, and the newest bikes with their prices. */
export const FirstScreen = ({ data }: Data) => {
  const { topBar } = useMessages()
  const { heading, valuationLead, promises } = useMessages(firstScreenMessages)
  return (
    <>
      <section className="hero">
        <div className="wrap">
          <h1>{heading}</h1>
          <Count data={data} />
          <SearchField />
          <Chips />
          <Link className="hero__worth" to="/valuation">
            <b>{topBar.valuation}</b> <span>{valuationLead}</span>
          </Link>
          <ul className="hero__promises">
            {promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
      </section>
      <Newest data={data} />
    </>
  )
}
