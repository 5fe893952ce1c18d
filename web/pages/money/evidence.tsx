import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Dispute as DisputeShape } from '#contract/deals/money.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { createBrowserTokenStorage } from '#web/session/auth-store.ts'

type Dispute = z.output<typeof DisputeShape>
type Item = Dispute['evidence'][number]

/** A private picture: it needs the access token, so it is fetched and shown from memory. */
const PrivatePicture = ({ path, alt }: { path: string; alt: string }) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let shown: string | undefined
    let isGone = false
    const load = async () => {
      const token = createBrowserTokenStorage().read()
      const response = await fetch(path, { headers: { authorization: `Bearer ${token ?? ''}` } })
      if (isGone || !response.ok) return
      shown = URL.createObjectURL(await response.blob())
      setUrl(shown)
    }
    // Without its picture the note still says what happened.
    void load().catch(() => {})
    return () => {
      isGone = true
      if (shown !== undefined) URL.revokeObjectURL(shown)
    }
  }, [path])
  return url === undefined ? (
    <span className="thumb" aria-hidden />
  ) : (
    <img className="evid__picture" src={url} alt={alt} />
  )
}

const Side = ({ heading, items }: { heading: string; items: readonly Item[] }) => {
  const { problem } = useMessages(moneyMessages)
  const { moment } = useFormat()
  return (
    <section>
      <h2 className="h3">{heading}</h2>
      {items.length === 0 && <p className="hint">{problem.nothing}</p>}
      <ul className="dl">
        {items.map((item) => (
          <li key={item._id} className="panel">
            {item.note !== null && <p dir="auto">{item.note}</p>}
            {item.picture !== null && <PrivatePicture path={item.picture} alt={problem.picture} />}
            <time className="hint" dateTime={item.addedAt}>
              {moment(item.addedAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What both sides say and show: two columns, on a phone below each other, the buyer first. */
export const Evidence = ({ dispute }: { dispute: Dispute }) => {
  const { problem } = useMessages(moneyMessages)
  const selectItems = (by: Item['by']) => dispute.evidence.filter((item) => item.by === by)
  return (
    <div className="sides">
      <Side heading={`${problem.buyer}: ${dispute.buyerName}`} items={selectItems('buyer')} />
      <Side heading={`${problem.seller}: ${dispute.sellerName}`} items={selectItems('seller')} />
    </div>
  )
}
