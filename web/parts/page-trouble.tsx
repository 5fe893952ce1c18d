import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router'
import { Refusal, Unreachable } from '../../contract/client.ts'
import { useWords } from '../world.ts'
import { Stone } from './stone.tsx'

const statusOf = (error: unknown): number =>
  isRouteErrorResponse(error) || error instanceof Refusal ? error.status : 500

/** Any routing error: the specification's 404 page. */
const Lost = () => {
  const { lost, title } = useWords()
  return (
    <div className="wrap centred">
      <title>{title(lost.title)}</title>
      <Stone />
      <h1>{lost.heading}</h1>
      <p>{lost.text}</p>
      <Link className="btn btn--primary btn--lg" to="/">
        {lost.home}
      </Link>
    </div>
  )
}

/** Signed in, but the page is for another role. */
const NotAllowed = () => {
  const { notAllowed, title } = useWords()
  return (
    <div className="wrap centred">
      <title>{title(notAllowed.title)}</title>
      <h1>{notAllowed.heading}</h1>
      <p>{notAllowed.text}</p>
      <Link className="btn btn--primary btn--lg" to="/">
        {notAllowed.home}
      </Link>
    </div>
  )
}

const Failed = ({ message }: { message: string }) => {
  const { failed, title } = useWords()
  const { revalidate, state } = useRevalidator()
  return (
    <div className="wrap centred" role="alert">
      <title>{title(failed.title)}</title>
      <h1>{failed.heading}</h1>
      <p>{message}</p>
      <div className="centred__acts">
        <button className="btn btn--primary btn--lg" type="button" aria-busy={state === 'loading'} onClick={() => void revalidate()}>
          {failed.retry}
        </button>
        <Link className="btn btn--line btn--lg" to="/">
          {failed.home}
        </Link>
      </div>
    </div>
  )
}

/** What stands in place of a screen that could not be shown. */
export const PageTrouble = () => {
  const error = useRouteError()
  const { failed } = useWords()
  const status = statusOf(error)
  if (status === 404) return <Lost />
  if (status === 403) return <NotAllowed />
  const isTold = error instanceof Refusal || error instanceof Unreachable
  return <Failed message={isTold ? error.message : failed.text} />
}
