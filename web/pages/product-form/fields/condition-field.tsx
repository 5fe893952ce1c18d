import { FieldError } from '#web/ui/forms/field.tsx'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages } from '#web/context/app-context.ts'
import { conditions } from '../product-body.ts'

/** The condition of the bike; below each choice stands what it means. */
export const ConditionField = ({ chosen, problem }: { chosen: string; problem: string | undefined }) => {
  const { add } = useMessages(productFormMessages)
  const { card } = useMessages()
  return (
    <fieldset className="field">
      <legend>{add.condition}</legend>
      <div className="choices">
        {conditions.map((value) => {
          const id = `condition-${value}`
          return (
            <label key={value} className="choice choice--meant">
              <input
                type="radio"
                name="condition"
                value={value}
                required
                defaultChecked={value === chosen}
                // The meaning describes the choice and is no part of its name.
                aria-labelledby={id}
                aria-describedby={problem === undefined ? `${id}-meaning` : `${id}-meaning condition-problem`}
              />
              <span>
                <b id={id}>{card.conditions[value]}</b>
                <small id={`${id}-meaning`}>{add.conditionMeanings[value]}</small>
              </span>
            </label>
          )
        })}
      </div>
      {problem !== undefined && <FieldError id="condition-problem">{problem}</FieldError>}
    </fieldset>
  )
}
