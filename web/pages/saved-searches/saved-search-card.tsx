import { Bell, BellOff, Pencil } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { SavedSearch as Shape } from '#contract/alerts.ts'
import { troubleOf } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDeed } from '#web/ui/forms/use-form-submit.ts'
import { notices } from '#web/i18n/en/alerts.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'
import { RenameSearch } from './rename-search-dialog.tsx'

export type SavedSearch = z.output<typeof Shape>
type Props = { search: SavedSearch }

const Standing = ({ search: { paused, told, lastToldAt } }: Props) => {
  const words = useChapter(notices)
  const { count, moment } = useFigures()
  return (
    <p className="message__from">
      <span className={`badge ${paused ? 'badge--plain' : 'badge--good'}`}>
        <Icon of={paused ? BellOff : Bell} size={16} />
        {paused ? words.paused : words.on}
      </span>
      <span className="num">{told === 0 ? words.toldNone : words.told(count(told), told === 1)}</span>
      {lastToldAt !== null && <span className="num">{words.lastTold(moment(lastToldAt))}</span>}
    </p>
  )
}

const Pause = ({ search: { _id: id, name, paused } }: Props) => {
  const words = useChapter(notices)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isBusy, act] = useDeed()
  const turn = () =>
    act(async () => {
      await client('PUT /searches/:id', { params: { id }, body: { paused: !paused } })
      await revalidate()
    })
  const label = paused ? words.resumeOf(name) : words.pauseOf(name)
  return (
    <button className="btn btn--line" type="button" aria-label={label} aria-busy={isBusy} onClick={turn}>
      {paused ? words.resume : words.pause}
    </button>
  )
}

const Rename = ({ search }: Props) => {
  const words = useChapter(notices)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        className="btn btn--quiet"
        type="button"
        aria-label={words.renameOf(search.name)}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Pencil} size={18} />
        {words.rename}
      </button>
      {isOpen && <RenameSearch search={search} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const Delete = ({ search: { _id: id, name } }: Props) => {
  const words = useChapter(notices)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const forget = async () => {
    try {
      await client('DELETE /searches/:id', { params: { id } })
      toast.success(words.deleted)
    } catch (error) {
      toast.error(troubleOf(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={words.deleteOf(name)}
        onClick={() => setIsAsking(true)}
      >
        {words.delete}
      </button>
      {isAsking && (
        <Confirm
          heading={words.deleteHeading(name)}
          text={words.deleteText}
          words={{ act: words.delete, busy: words.deleting, keep: words.keep }}
          onAct={forget}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** One saved search: what it is called, how it stands, and what can be done about it. */
export const SavedSearchCard = ({ search }: Props) => {
  const words = useChapter(notices)
  return (
    <li className="message">
      <h2>{search.name}</h2>
      <Standing search={search} />
      <div className="notices__acts">
        <Link className="btn btn--primary" to={`/bikes?${search.query}`} aria-label={words.seeOf(search.name)}>
          {words.see}
        </Link>
        <Pause search={search} />
        <Rename search={search} />
        <Delete search={search} />
      </div>
    </li>
  )
}
