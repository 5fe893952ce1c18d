import browseStyles from '#web/styles/browse.css?url'
import compareStyles from '#web/styles/compare.css?url'
import memberStyles from '#web/styles/member.css?url'
import oneBikeStyles from '#web/styles/one-bike.css?url'

/** Fetches a style sheet; on the server it does nothing. */
const prefetch = (href: string): void => {
  if (import.meta.env.SSR || document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  // Not `preload`, of which the browser complains when nobody follows the link.
  Object.assign(link, { rel: 'prefetch', as: 'style', href })
  document.head.append(link)
}

/**
 * Fetch the style sheet of a page together with its code, which comes when somebody touches a link to it. Call them at the top of
 * the page's module.
 */
export const preloadBrowseStyles = (): void => prefetch(browseStyles)
export const preloadOneBikeStyles = (): void => prefetch(oneBikeStyles)

/** The style sheet of small cards and the search. Render it first in the page. */
export const BrowseStyles = () => <link rel="stylesheet" href={browseStyles} precedence="screen" />

/** The style sheet of the comparison. Render it first in the page. */
export const CompareStyles = () => <link rel="stylesheet" href={compareStyles} precedence="screen" />

/** The style sheet of the page of one bike, the page of a seller, the price guide and the valuation; it has small cards too. */
export const OneBikeStyles = () => <link rel="stylesheet" href={oneBikeStyles} precedence="screen" />

/** The style sheet of the account, the seller's forms and the admin's pages. Render it first in the page. */
export const MemberStyles = () => <link rel="stylesheet" href={memberStyles} precedence="screen" />
