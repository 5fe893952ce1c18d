// A signed inspection that everybody reads, without a login.
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { InspectionStyles } from '#web/components/inspections/inspection-styles.tsx'
import { appContext } from '#web/context/app-context.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import { createLazyPart } from '#web/ui/hydration/lazy-hydration.tsx'
import { LoadingPage } from '#web/ui/loading-screen.tsx'

const loadReport = async () => {
  if (!import.meta.env.SSR) {
    const language = await loadLanguage(location.pathname)
    await Promise.all([loadInspectionMessages(language), loadMemberMessages(language)])
  }
  return (await import('./report.tsx')).Report
}

// Most visitors only read this page, so its code loads on the first interaction.
const lazyReport = createLazyPart({
  load: loadReport,
  ssrComponent: import.meta.env.SSR ? await loadReport() : null,
  fallback: <LoadingPage />,
})

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Loads the report; 404 for one that only some read. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  if (!idPattern.test(id)) throw new Response(null, { status: 404 })
  const { client, language } = context.get(appContext)
  const [inspection] = await Promise.all([
    client('GET /inspections/:id', { params: { id } }, { as: 'anyone' }),
    loadInspectionMessages(language),
    lazyReport.hydrateNow(),
  ])
  return { inspection }
}

export default function InspectionReport() {
  const { inspection } = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <meta name="robots" content="noindex" />
      <InspectionStyles />
      <lazyReport.Part inspection={inspection} />
    </div>
  )
}
