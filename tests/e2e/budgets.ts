// Budgets of the first visit of a screen. A change that needs a higher budget gives the reason here.
import type { FixtureKey } from '#seed/fixtures.ts'
import type { ResourceKind } from '#benchmarks/pages/page-weight.ts'

export type Budget = {
  path: string
  who: FixtureKey | 'visitor'
  /** Maximum transfer size in bytes. */
  maxBytes: Record<ResourceKind, number>
  /** Maximum number of files and API requests. */
  maxRequests: number
}

// English pages preload the two Latin fonts, Bangla pages two Bangla fonts and two small Latin ones; the home page, the list and
// a bike in Bangla two small files with both. A description may be in Bangla on an English page.
const [latin, latinAndBangla] = [36_500, 144_500]
// One style sheet serves all pages, including the search and the bike page. The small fonts of Bangla pages and their
// fallbacks take 330 bytes of it, and save 95 KB of fonts; what is said when code does not come takes 40,
// and 50 the comparison that stands above the buying bar. Rows of orders and of own bikes, whose state takes the whole width
// of a phone, take 60, and the seller's number on a row of its own in a card another 80. Fonts of
// what people wrote, fetched after the first paint, take 120 and save 54 KB before it; Latin and Bangla in one file take 90 and
// save two requests. The facts of a saved bike beside its picture take 40.
const style = 18_950
const smallPage = { style, font: latin, picture: 7_000, html: 3_500, other: 1_000 }
const listPage = { style, font: latinAndBangla, picture: 130_000, html: 3_000, other: 3_000 }

// Where somebody was on a page, and what is said when code does not come, take 400 bytes of script on every page.
// On every page, surviving the browser's translation takes 450 bytes, and 300 what stands for functions that the oldest
// browsers lack (docs/decisions/0106-browsers-in-use.md, 0107-translated-pages.md).
export const budgets: Budget[] = [
  // The home page: at most 100 KB of script (102,400 bytes), 350 KB in all, 20 requests. Includes the links to the
  // search, its routes, 700 bytes of bootstrap script, and 400 bytes for verdicts on cards and the way to a valuation.
  // Which demo bikes have a verdict depends on the day: the page has 8,470 to 8,570 bytes.
  {
    path: '/',
    who: 'visitor',
    maxBytes: { script: 102_400, style, font: latin, picture: 120_000, html: 9_000, other: 1_000 },
    maxRequests: 18,
  },
  // The words in Bangla come beside the English ones: 13 KB. Each route, such as those of the transfers, adds 20 bytes. The
  // first page of the dashboard, which is not the same for everybody, adds 60 to each page. What is said after a payment and
  // of a saved bike adds 100. What the search answers to "not", and of models that nobody offers, takes 500.
  // Each file of messages that is loaded with its page alone adds 20 here. The words of a bike's five papers take 0.4 KB,
  // and 0.1 KB those of inspections and of the badges of both.
  {
    path: '/bn',
    who: 'visitor',
    maxBytes: { script: 118_000, style, font: 55_500, picture: 120_000, html: 10_000, other: 1_000 },
    maxRequests: 20,
  },
  // The four articles are code samples and text. They load as script, so that a click opens them without a request.
  { path: '/blog', who: 'visitor', maxBytes: { ...smallPage, script: 109_000, html: 8_500 }, maxRequests: 15 },
  // The filters work at once, so their code is part of the first load. Sorted by price, because bikes of other tests
  // cost more and have photos of any size. What was understood and what was given up take 1.5 KB;
  // what is excluded, not used or not on sale, and who a bike is for, 0.9 KB. With its headers of 1.2 KB the page comes in the
  // 14.6 KB that a server sends before it waits for the first answer. Filters for papers and inspections take 0.25 KB.
  {
    path: '/bikes?sort=price',
    who: 'visitor',
    maxBytes: { ...listPage, script: 114_300, html: 13_000, other: 1_500 },
    maxRequests: 30,
  },
  {
    path: '/bn/bikes?sort=price',
    who: 'visitor',
    maxBytes: { ...listPage, script: 130_000, html: 13_400, other: 1_500 },
    maxRequests: 30,
  },
  // Where something is typed, cleaning what is pasted and asking about an odd mobile number take 750 bytes, on the home
  // page, the search and the login too. Knowing the browser of an app, which Google refuses, takes 850 bytes in two files.
  { path: '/login', who: 'visitor', maxBytes: { ...smallPage, script: 107_400 }, maxRequests: 18 },
  { path: '/register', who: 'visitor', maxBytes: { ...smallPage, script: 106_100 }, maxRequests: 18 },
  { path: '/nowhere', who: 'visitor', maxBytes: { ...smallPage, script: 100_700 }, maxRequests: 13 },
  // Members' pages have the bell: its script, the module of its events, the count of notifications and their stream.
  // The category of typed brands has a heading of its own, and each card the verdict on its price, a file of its own.
  // Answers to members are compressed, which takes 10.5 KB less than their plain JSON.
  {
    path: '/categoryDetails/Yamaha',
    who: 'karim',
    maxBytes: { ...listPage, script: 106_400, other: 4_000 },
    maxRequests: 33,
  },
  // Each order says in words how its deal stands, which needs the deals and their sentences and times: 4 KB. The line about an
  // address that is not confirmed takes 150 bytes. One chunk for
  // all of these would be seven requests less here, and 3.5 KB more on every other page of a member.
  // The numbers of transactions and the question whether somebody else's first page is meant take 0.6 KB.
  // Each order has the button of what comes next in its deal, whose words take 1.9 KB. Orders that ended without a sale, with
  // the money that went back, take 2.5 KB and the styles
  // of deals where there are any, and five requests where such an order is shown. Further acts behind
  // "More" and the pictures of a problem take 170 bytes of styles. The day and time of a meeting, the money that goes back
  // after a decision, and answers that are given on the order's page take 0.4 KB.
  // Until when somebody answers, and the place for the button of a long menu, take 0.1 KB.
  // Until when a time must be agreed on, and what was done at BRTA, take 0.2 KB of scripts.
  // The wide first button of a deal's bar, and the amounts of a decision, take 50 bytes of styles; the bar of a payment and
  // wide buttons of forms take 150. The way from a bought bike to its transfer, with the last day for it, takes 0.3 KB, and 0.2 KB of
  // styles the card of a bike that several want. What may be done until the time that a row names, and whether money was sent
  // back, take 0.4 KB, and 0.2 KB of styles the held money of each bike; the entry of the menu that the page of a deal belongs to
  // takes 0.3 KB, there and for sellers. Who keeps how much after a late end, and steps that are true for each way to pay, take 0.6 KB.
  // What to do instead of cancelling, and what comes after an agreed price, take 0.15 KB, badges of papers and inspections 0.1.
  // The count at its own word in the menu takes 0.1 KB of styles, of the 11 KB that compressed answers are less.
  { path: '/dashboard', who: 'karim', maxBytes: { ...listPage, script: 123_800, style: 21_800 }, maxRequests: 58 },
  // The menu of a seller shows how many deals wait for an answer; each bike has who books, saves and asks, since when
  // it is for sale, what similar ones cost, and the ways to its papers
  // and inspections.
  { path: '/dashboard/myproducts', who: 'rahim', maxBytes: { ...listPage, script: 114_550 }, maxRequests: 47 },
]
