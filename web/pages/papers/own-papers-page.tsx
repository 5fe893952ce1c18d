// What a seller says and shows of the papers of a bike, one paper after the other.
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { type PaperKind, paperKinds } from '#contract/papers/paper-kinds.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { PaperForm, toPapersPath } from './paper-form.tsx'
import { findNextPaper, type OwnPaper } from './paper-steps.ts'

/** Loads the papers of the bike, and which one the URL asks for. */
export const loader = async ({ context, request, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const asked = new URL(request.url).searchParams.get('paper')
  const load = async () => ({
    id,
    asked: paperKinds.find((kind) => kind === asked) ?? null,
    ...(await client('GET /allbikes/myproduct/:id/papers', { params: { id } })),
  })
  return toPageResult(load())
}

type Loaded = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value']

/** How far a paper is, in a word; green only when it was checked. */
const StateBadge = ({ paper }: { paper: OwnPaper | undefined }) => {
  const { own } = useMessages(paperMessages)
  const { states } = useMessages(bikePageMessages).papers
  if (!paper) return <span className="badge badge--plain">{own.notSaid}</span>
  if (paper.refusedFor !== null) return <span className="badge badge--stop">{own.refused}</span>
  if (paper.state === 'shown') return <span className="badge badge--info">{own.shown}</span>
  if (paper.state === 'said') return <span className="badge badge--plain">{own.said}</span>
  return (
    <span className={`badge ${paper.state === 'checked' ? 'badge--good' : 'badge--warn'}`}>{states[paper.state]}</span>
  )
}

/** The five papers as links, each with its state. */
const Steps = ({ id, papers, current }: Loaded & { current: PaperKind | null }) => {
  const { own } = useMessages(paperMessages)
  return (
    <nav className="views views--top" aria-label={own.steps}>
      {paperKinds.map((kind) => (
        <Link key={kind} to={toPapersPath(id, kind)} aria-current={kind === current ? 'page' : undefined}>
          {own.kinds[kind].name} <StateBadge paper={papers.find((paper) => paper.kind === kind)} />
        </Link>
      ))}
    </nav>
  )
}

const Papers = (loaded: Loaded) => {
  const { own } = useMessages(paperMessages)
  const { id, asked, papers, productName } = loaded
  const current = asked ?? findNextPaper(papers, null)
  const paper = papers.find(({ kind }) => kind === current)
  return (
    <>
      <p className="paper__text">
        <SentenceWithName text={own.lead(productName)} name={productName} />
      </p>
      <Steps {...loaded} current={current} />
      {current === null ? (
        <Note>
          {own.done} {own.doneText}
        </Note>
      ) : (
        <PaperForm key={`${current} ${paper?.said} ${paper?.fileId}`} bikeId={id} kind={current} papers={papers} />
      )}
    </>
  )
}

export default function OwnPapersPage() {
  const { title } = useMessages()
  const { own } = useMessages(paperMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  const backLink = (
    <Link className="btn btn--line" to="/dashboard/myproducts">
      {own.back}
    </Link>
  )
  return (
    <>
      <MemberStyles />
      <DealStyles />
      <title>{title(own.title)}</title>
      <DashboardHead aside={backLink}>{own.title}</DashboardHead>
      {result.ok ? (
        <Papers {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={own.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
