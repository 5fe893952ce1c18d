// Rate limits by name, and how much, how many and how large something may be. Without zod, because pages import the numbers.
// Each is written here once; sentences take it as an argument (docs/decisions/0122-rule-numbers-once.md).
// The capacity of a rate returns steadily: of "20 in 600 seconds", 20 requests may come at once, then one every 30 seconds.

/** `max` requests per `seconds`. */
export type Rate = { max: number; seconds: number }

/**
 * Whom a limit counts. Members count by account if `member` is set, so people behind one IP address do not use up each
 * other's limit. Everybody else counts by address: the whole IPv4 address, or the /64 of an IPv6 address.
 */
export type Limit = {
  member?: Rate
  address?: Rate
  /** Counts by the field `email` of the body. */
  email?: Rate
  /** What is said above the limit of an e-mail, if there is a way on. */
  emailReason?: 'login_tries_used_up'
  /** Only failed requests count. */
  failures?: true
  /** Where only failures count: what successes and failures together may not exceed, because each costs a lot. */
  attempts?: { member?: Rate; address?: Rate; email?: Rate }
  /** Each process takes this many requests from the database at once, so most requests need no query. */
  batchSize?: number
  /** Each process counts for itself, without the database: for what is answered also while the database is slow. */
  isKeptInMemory?: true
}

const minute = 60
const tenMinutes = 600
const hour = 3_600
const day = 86_400

/**
 * The limits. In Bangladesh hundreds of phones share one IP address of their network, so an address may do far more than
 * one person. Where passwords can be guessed, only failures count.
 */
export const limits = {
  /** GET requests that the response cache does not store. */
  reading: {
    member: { max: 600, seconds: minute },
    address: { max: 3_000, seconds: minute },
    batchSize: 20,
  },
  /** Public lists and searches, when the response is not cached. */
  browsing: {
    member: { max: 600, seconds: minute },
    address: { max: 3_000, seconds: minute },
    batchSize: 50,
  },
  /** The API reference, which is the same for everybody. */
  documentation: {
    member: { max: 600, seconds: minute },
    address: { max: 3_000, seconds: minute },
    isKeptInMemory: true,
  },
  /** Pages rendered for this request. Cached pages do not count; API calls of a page count as the page. */
  page: { address: { max: 1_200, seconds: minute }, batchSize: 20 },
  /** Sitemaps: thousands of lines each; a million bikes have two hundred of them. */
  sitemap: { address: { max: 60, seconds: minute } },
  /** Open Graph images that are not cached; drawing one takes a third of a second of a core. */
  drawing: { address: { max: 60, seconds: minute } },
  /** Reports of browsers about violations of the Content Security Policy. */
  cspReport: { address: { max: 60, seconds: minute } },
  writing: { member: { max: 120, seconds: minute }, address: { max: 600, seconds: minute } },
  /** Requests of any endpoint with an invalid token or a wrong role. */
  refused: { address: { max: 300, seconds: minute } },
  login: {
    address: { max: 20, seconds: tenMinutes },
    email: { max: 10, seconds: tenMinutes },
    emailReason: 'login_tries_used_up',
    failures: true,
    // Checking a password takes a core for 30 ms.
    attempts: { address: { max: 600, seconds: minute }, email: { max: 60, seconds: minute } },
  },
  /** The second factor of a login, which an attacker could guess. */
  secondFactor: { address: { max: 20, seconds: tenMinutes }, failures: true },
  /** Links of e-mails: a new password, the proof of an address. What a visitor tries here uses up nothing else. */
  link: { address: { max: 20, seconds: tenMinutes }, failures: true },
  /** Handover codes: the seller who types them counts, and nobody else behind the same address. */
  handover: { member: { max: 20, seconds: tenMinutes }, failures: true },
  /** Re-authentication of a signed-in member by password or code. */
  proof: {
    member: { max: 10, seconds: tenMinutes },
    failures: true,
    attempts: { member: { max: 60, seconds: minute } },
  },
  signUp: { address: { max: 20, seconds: tenMinutes } },
  forgotten: { address: { max: 20, seconds: tenMinutes }, email: { max: 5, seconds: hour } },
  /** Requests for the link that proves an address; the links themselves are counted by address (market/auth/email-links). */
  emailProof: { member: { max: 30, seconds: day } },
  token: { member: { max: 120, seconds: minute }, address: { max: 600, seconds: minute } },
  /** The role of a member; each protected page requests it. */
  role: { member: { max: 120, seconds: minute }, address: { max: 600, seconds: minute } },
  message: { member: { max: 10, seconds: tenMinutes }, address: { max: 20, seconds: tenMinutes } },
  /** Messages of conversations. */
  chatMessage: { member: { max: 30, seconds: minute } },
  /** Reports and appeals. */
  report: { member: { max: 20, seconds: day } },
  /** Reports of stolen bikes: each makes an advertisement wait. */
  stolenReport: { member: { max: 3, seconds: day } },
  /** Links for mechanics. */
  invitation: { member: { max: 20, seconds: day } },
  booking: { member: { max: 60, seconds: tenMinutes } },
  wish: { member: { max: 60, seconds: tenMinutes } },
  paying: { member: { max: 30, seconds: tenMinutes } },
  offering: { member: { max: 60, seconds: hour } },
  /** Registration, engine and chassis numbers of a seller's bikes: a foreign one makes a bike of somebody else wait. */
  vehicleNumbers: { member: { max: 20, seconds: day } },
  /** Sale receipts, which have full numbers; each opening is recorded. */
  receipt: { member: { max: 60, seconds: hour } },
  /** Whole account numbers of sellers, which cashiers see on request; each time is recorded. */
  accountNumber: { member: { max: 60, seconds: hour } },
  upload: { member: { max: 200, seconds: day } },
  /** Photos of people who register, who have no account yet. */
  profilePhoto: { member: { max: 20, seconds: hour }, address: { max: 30, seconds: tenMinutes } },
} as const satisfies Record<string, Limit>

/**
 * Text messages with a code: each costs money and rings somebody's phone. Counted for the account, the number and the address;
 * one that could not be sent does not count. Capability "safe market": 3 a day. Three, then one a day: a rate refills
 * steadily, so three for each day would be five in the first 24 hours.
 */
export const phoneCodeRates = {
  member: { max: 3, seconds: 3 * day },
  number: { max: 3, seconds: 3 * day },
  address: { max: 30, seconds: hour },
} as const satisfies Record<string, Rate>

export const maxNumberChecksPerDay = 10

/** Checks of chassis numbers: each counts, whatever it answers. */
export const numberCheckRates = {
  member: { max: maxNumberChecksPerDay, seconds: day },
  address: { max: 300, seconds: day },
} as const satisfies Record<string, Rate>

export type LimitName = keyof typeof limits

type RateLimitedCall = { access: string; limit?: LimitName; isCacheable?: true }

/** The limit of an endpoint: its own, or the default for its method and access; none for webhooks of the provider. */
export const getLimitName = (method: string, call: RateLimitedCall): LimitName | null => {
  if (call.limit) return call.limit
  if (call.access === 'provider') return null
  if (call.isCacheable) return 'browsing'
  return method === 'GET' ? 'reading' : 'writing'
}

/** Characters of a password. */
export const minPasswordLength = 8
export const maxPasswordLength = 128

/** Digits of a telephone number at which somebody is called. */
export const minContactDigits = 6
export const maxContactDigits = 15

/** The largest file of a picture. */
export const maxPictureMb = 10
export const maxPictureBytes = maxPictureMb * 1024 * 1024

/** The largest JPEG, which is made smaller while it is decoded, and the largest other picture. */
export const maxJpegMegapixels = 64
export const maxMegapixels = 24

/** Pictures of one bike, with the main one. */
export const maxPictures = 10

/** A seller of a bike with fewer photos is advised to add some, once it is for sale for `slowSaleDays` without a booking. */
export const advisedPhotos = 4
export const slowSaleDays = 21

/** Uploaded pictures of one seller that no bike uses. */
export const maxUnusedPictures = 60

/** Notes and pictures of one side of a dispute, together. */
export const maxEvidenceOfSide = 10

/** Offers of one conversation, both sides together. */
export const maxOffers = 8

/** New conversations in an hour of a buyer whose address is not confirmed. */
export const maxNewChatsUnproven = 5

/** Sellers to whom a buyer sends the same text on one day: from so many it opens a case. */
export const minSellersOfRepeatedText = 5

/** Links for mechanics that work at once, for one bike. */
export const maxOpenInvitations = 3

/** Searches that a member may save, and the most bikes that an e-mail about one lists; it gives the number of the others. */
export const maxSavedSearches = 20
export const maxBikesPerEmail = 10

/** Numbers of sellers that a member may ask for on one day, also until the e-mail address is proven. */
export const maxNumbersPerDay = 20
export const maxNumbersPerDayUnproven = 5

/** Links to an address until it is proven: in a day, and in all. */
export const maxProofLinksPerDay = 5
export const maxProofLinks = 10

/** E-mails about deals to an address until it is proven: on a day of Dhaka, and in all. The last of them are for important ones. */
export const maxUnprovenNoticesPerDay = 10
export const maxUnprovenNotices = 60
export const importantNoticesPerDay = 5
export const importantNotices = 30

/** The same of numbers that the other side of a deal sees. */
export const maxDealNumbersPerDay = 20
export const maxDealNumbersPerDayUnproven = 5

/** The longest deadline of BRTA that an admin may enter. */
export const maxDeadlineDays = 365

/** The period of `maxBookingsPerBike`. */
export const bookingPeriodDays = 30

/** How much one buyer may ask of sellers at once. */
export const buyingLimits = {
  /** Bookings that are neither paid nor cancelled, of bikes on sale. */
  maxLiveBookings: 20,
  /** Bookings that one seller has not answered. */
  maxUnansweredPerSeller: 5,
  /** Bookings of one bike in `bookingPeriodDays`. */
  maxBookingsPerBike: 3,
  /** Bikes that one buyer keeps from others while paying. */
  maxHoldsPerBuyer: 3,
} as const

/** So many declined cards end a payment, and in so many minutes they make the buyer wait; so many in 24 hours too. */
export const maxDeclinedCards = 5
export const declinedCardsMinutes = 15
export const maxDeclinedCardsPerDay = 15

const periodNames: Record<number, string> = {
  [minute]: 'a minute',
  [tenMinutes]: 'ten minutes',
  [hour]: 'an hour',
  [day]: 'a day',
}

export const limitSubjects = ['member', 'address', 'email'] as const

const describeRates = (rates: NonNullable<Limit['attempts']>): string =>
  limitSubjects
    .flatMap((subject) => {
      const rate = rates[subject]
      return rate
        ? [`${rate.max} in ${periodNames[rate.seconds] ?? `${rate.seconds} seconds`} for each ${subject}`]
        : []
    })
    .join(', ')

/** Describes a limit for the API documentation: "At most 20 in ten minutes for each address; only failures count." */
export const describeLimit = (limit: Limit): string => {
  const attempts = limit.attempts ? ` With successes, at most ${describeRates(limit.attempts)}.` : ''
  return `At most ${describeRates(limit)}${limit.failures ? '; only failures count' : ''}.${attempts}`
}

/** A price in whole Taka: of a used bike, and what it cost when new. */
export const minPriceTaka = 1_000
export const maxPriceTaka = 9_999_999

/** What a card takes at once, in whole Taka: Stripe takes eight digits of poisha. A dearer bike is reserved with a deposit. */
export const maxCardTaka = 999_999

/** What a bike has run, in kilometres. */
export const maxKilometres = 999_999

/** The size of an engine, in cc: a motorbike has at least the least, and since 2023 the law allows at most the most. */
export const minEngineCc = 50
export const maxEngineCc = 375

/** The earliest year in which a bike was bought, registered or made, and the years it may have been used. */
export const earliestYear = 1950
export const maxYearsOfUse = 100

/** Owners that a bike may have had. */
export const maxOwners = 9

/** What a price is compared by, as shares. */
export const priceRules = {
  /** So far around the middle of what similar bikes cost every price is fair: a few bikes may cost the same by chance. */
  minSpread: 0.06,
  /**
   * Below this share of the lowest fair price buyers are warned. Frauds reported in newspapers asked 40 to 65 % less than
   * usual; honest sellers in a hurry rarely ask 30 % less. Of a seller whom nobody has verified, less is praised.
   */
  farBelow: { verified: 0.75, unverified: 0.8 },
} as const
