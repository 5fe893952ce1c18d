// How often a call may be made: what calls name as their limit, and the shop's numbers. Time given back is steady: of
// "20 in 600 seconds" all 20 may come at once, and then one more every 30 seconds.

/** So many in so many seconds. */
export type Rate = { max: number; seconds: number }

/**
 * Who is counted. A signed-in person is counted as the member where there is such a rate, so that neighbours behind one
 * address do not take each other's turns; everybody else as their address: IPv4 whole, IPv6 by its /64.
 */
export type Limit = {
  member?: Rate
  address?: Rate
  /** The field `email` of the body, for the calls whose contract names one; no other field ever counts. */
  email?: Rate
  /** What went well is not counted: only tries that were refused use the limit up. */
  failures?: true
  /** Taken in packets of so many by each process, so that not every request asks the database. */
  batchSize?: number
}

const minute = 60
const tenMinutes = 600
const hour = 3_600
const day = 86_400

/**
 * The shop's numbers. In Bangladesh hundreds of phones share one address of their network, so what an address may do is
 * far more than what one person does; where passwords can be guessed only failures count.
 */
export const limits = {
  /** Lists that are not kept ready, orders, look-ups of one thing. */
  reading: {
    member: { max: 600, seconds: minute },
    address: { max: 3_000, seconds: minute },
    batchSize: 20,
  },
  /** The public lists, where they are not kept ready. */
  browsing: {
    member: { max: 600, seconds: minute },
    address: { max: 3_000, seconds: minute },
    batchSize: 50,
  },
  /** Pages that the server renders for this request. Those that lie ready are not counted, and their calls count as the page. */
  page: { address: { max: 1_200, seconds: minute }, batchSize: 20 },
  /** Sitemaps of bikes: thousands of lines each, and a million bikes have two hundred of them. */
  sitemap: { address: { max: 60, seconds: minute } },
  /** Pictures by which bikes are shared, where they have to be drawn: a third of a second of a core. */
  drawing: { address: { max: 60, seconds: minute } },
  writing: { member: { max: 120, seconds: minute }, address: { max: 600, seconds: minute } },
  /** Whoever was not let in, whatever the call: a token that is none, a role that is another. */
  refused: { address: { max: 300, seconds: minute } },
  login: {
    address: { max: 20, seconds: tenMinutes },
    email: { max: 10, seconds: tenMinutes },
    failures: true,
  },
  /** Codes of the second factor and new passwords by letter: what is guessed here are secrets. */
  code: { address: { max: 20, seconds: tenMinutes }, failures: true },
  /** The own password or code asked again, for somebody who is logged in. */
  proof: { member: { max: 10, seconds: tenMinutes }, failures: true },
  signUp: { address: { max: 20, seconds: tenMinutes } },
  forgotten: { address: { max: 20, seconds: tenMinutes }, email: { max: 5, seconds: hour } },
  token: { member: { max: 120, seconds: minute }, address: { max: 600, seconds: minute } },
  /** Which role somebody has; each protected screen asks. */
  role: { member: { max: 120, seconds: minute }, address: { max: 600, seconds: minute } },
  message: { member: { max: 10, seconds: tenMinutes }, address: { max: 20, seconds: tenMinutes } },
  booking: { member: { max: 60, seconds: tenMinutes } },
  wish: { member: { max: 60, seconds: tenMinutes } },
  paying: { member: { max: 30, seconds: tenMinutes } },
  offering: { member: { max: 60, seconds: hour } },
  upload: { member: { max: 200, seconds: day } },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

type RateLimitedCall = { access: string; limit?: LimitName; isCacheable?: true }

/** The limit of a call: its own, or what follows from its method and access. None for the signed word of the provider. */
export const getLimitName = (method: string, call: RateLimitedCall): LimitName | null => {
  if (call.limit) return call.limit
  if (call.access === 'provider') return null
  if (call.isCacheable) return 'browsing'
  return method === 'GET' ? 'reading' : 'writing'
}

const periodNames: Record<number, string> = {
  [minute]: 'a minute',
  [tenMinutes]: 'ten minutes',
  [hour]: 'an hour',
  [day]: 'a day',
}

/** A limit as a sentence for whoever writes a program: "At most 20 in ten minutes for each address; only failures count." */
export const describeLimit = (limit: Limit): string => {
  const rateTexts = (['member', 'address', 'email'] as const).flatMap((subject) => {
    const rate = limit[subject]
    return rate ? [`${rate.max} in ${periodNames[rate.seconds] ?? `${rate.seconds} seconds`} for each ${subject}`] : []
  })
  return `At most ${rateTexts.join(', ')}${limit.failures ? '; only failures count' : ''}.`
}
