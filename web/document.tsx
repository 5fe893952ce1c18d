import type { ReactNode } from 'react'
import { preinit, preload, preloadModule } from 'react-dom'
import { themeScript } from './theme-script.ts'

/** The files of one page. */
export type Assets = { entry: string; css: string[]; modules: string[]; fonts: string[] }

/** The id of the block that carries the server's data to the browser. */
export const stateId = 'state'

const announce = ({ css, modules, fonts }: Assets) => {
  for (const href of css) preinit(href, { as: 'style' })
  for (const href of fonts) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  for (const href of modules) preloadModule(href, { as: 'script' })
}

type Props = { lang: string; assets?: Assets; state?: string; children: ReactNode }

/**
 * The whole page. Only the server knows `assets` and `state`; neither changes the tree, so both sides render the same.
 * The theme script changes the attributes of <html> before hydration, hence the suppressed warning.
 */
export const Document = ({ lang, assets, state, children }: Props) => {
  if (assets) announce(assets)
  return (
    <html lang={lang} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0d4d3a" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        {children}
        <script
          type="application/json"
          id={stateId}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: state ?? '' }}
        />
      </body>
    </html>
  )
}
