import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { isMasked, telephoneLink } from '#web/lib/bike.ts'
import { loginPath } from '#web/session/return-path.ts'
import { bikePage } from '#web/i18n/en/bike-page.ts'
import { useChapter, useFigures, useSession, useWords, useWorld } from '#web/context/app-context.ts'
import { initials } from '#web/ui/avatar.tsx'
import { VerifiedBadge } from '#web/components/product-facts.tsx'

type Shown = z.output<typeof BikePage>

/**
 * The contact number as this person may see it. The page is the same for everybody when it comes; for somebody who is
 * signed in the number is asked for then, and when that fails it stays masked.
 */
const useNumber = ({ slug, contactNumber }: Shown): string | null => {
  const { client } = useWorld()
  const { state } = useSession()
  const [told, setTold] = useState<{ slug: string; number: string | null }>()
  const isWanted = state === 'member' && contactNumber !== null && isMasked(contactNumber)
  useEffect(() => {
    if (!isWanted) return undefined
    let isShown = true
    client('GET /bikes/:slug', { params: { slug } }).then(
      (bike) => isShown && setTold({ slug, number: bike.contactNumber }),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [client, slug, isWanted])
  return isWanted && told?.slug === slug ? told.number : contactNumber
}

const ContactNumber = ({ number }: { number: string }) => {
  const { card } = useWords()
  const { logInToSee } = useChapter(bikePage)
  const { digits } = useFigures()
  const { pathname, search } = useLocation()
  if (!isMasked(number))
    return (
      <a className="link contact" href={telephoneLink(number)}>
        {digits(number)}
      </a>
    )
  return (
    <Link className="link contact" to={loginPath(pathname + search)} aria-label={card.logInForNumber}>
      {digits(number)} <span>{logInToSee}</span>
    </Link>
  )
}

/** 2025-03 → March 2025 */
const useMonth = () => {
  const { months, since } = useChapter(bikePage)
  const { digits } = useFigures()
  return (yearAndMonth: string): string => {
    const [year = '', month = ''] = yearAndMonth.split('-')
    return since(months[parseInt(month, 10) - 1] ?? '', digits(year))
  }
}

/** Who sells the bike: name, badge, number, since when they are here and how many bikes they have sold. */
export const BikeSeller = ({ bike }: { bike: Shown }) => {
  const words = useChapter(bikePage)
  const { card } = useWords()
  const { count } = useFigures()
  const month = useMonth()
  const number = useNumber(bike)
  const { memberSince, sold } = bike.seller
  return (
    <section className="panel bike__seller" aria-label={words.seller}>
      <div className="bike__who">
        <span className="avatar avatar--lg" aria-hidden>
          {initials(bike.sellerName)}
        </span>
        <div>
          <b>{bike.sellerName}</b>
          <br />
          <VerifiedBadge isVerified={bike.verification} />
        </div>
      </div>
      <dl className="rows">
        {number !== null && (
          <div>
            <dt>{card.contactNumber}</dt>
            <dd className="num">
              <ContactNumber number={number} />
            </dd>
          </div>
        )}
        <div>
          <dt>{words.memberSince}</dt>
          <dd>{month(memberSince)}</dd>
        </div>
        <div>
          <dt>{words.sold}</dt>
          <dd className="num">{sold === 0 ? words.soldNone : count(sold)}</dd>
        </div>
      </dl>
    </section>
  )
}
