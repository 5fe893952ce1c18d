import type { ReactNode } from 'react'
import { preinit, preload } from 'react-dom'
import type { LanguageCode } from '#web/i18n/language.ts'

/** The URLs of one page's files. `bootstrap` runs until `entry` and `modules` are loaded. */
export type Assets = {
  entry: string
  bootstrap: string
  css: string[]
  modules: string[]
  fonts: Record<LanguageCode, string[]>
}

/** The id of the script element with the server's data (page-state.ts). */
export const stateElementId = 'state'

const preloadAssets = ({ css, fonts }: Assets, lang: LanguageCode) => {
  for (const href of css) preinit(href, { as: 'style' })
  for (const href of fonts[lang]) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}

type Props = { lang: LanguageCode; assets?: Assets; state?: string; children: ReactNode }

/**
 * The whole HTML document. Only the server passes `assets` and `state`; neither changes the tree, so hydration matches.
 * The theme script changes attributes of <html> before hydration, hence the suppressed warning.
 */
export const Document = ({ lang, assets, state, children }: Props) => {
  if (import.meta.env.SSR && assets) preloadAssets(assets, lang)
  return (
    <html lang={lang} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0d4d3a" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href={lang === 'bn' ? '/manifest-bn.webmanifest' : '/manifest.webmanifest'} />
      </head>
      <body>
        {children}
        <script
          type="application/json"
          id={stateElementId}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: state ?? '' }}
        />
      </body>
    </html>
  )
}
