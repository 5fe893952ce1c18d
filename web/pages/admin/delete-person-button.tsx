import { Trash2 } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { troubleOf } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { desk } from '#web/i18n/en/admin.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import type { Person } from './fetch-people.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { person: Person; words: { deleteText: string; deleteSuccess: string } }

/** Deletes a seller or a buyer, after a question that says what it means. */
export const RemovePerson = ({ person, words }: Props) => {
  const { people } = useChapter(desk)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const remove = async () => {
    try {
      const { deletedCount } = await client('DELETE /users/:id', { params: { id: person._id } })
      if (deletedCount > 0) toast.success(words.deleteSuccess)
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
        aria-label={people.deleteOf(person.name)}
        onClick={() => setIsAsking(true)}
      >
        <Icon of={Trash2} size={18} />
        {people.delete}
      </button>
      {isAsking && (
        <Confirm
          heading={people.deleteHeading(person.name)}
          text={words.deleteText}
          words={{ act: people.delete, busy: people.deleting, keep: people.keep }}
          onAct={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
