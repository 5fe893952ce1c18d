type Props = { name: string; legend: string; choices: { value: string; label: string }[]; isRequired?: boolean }

/** One of a few, as equal boxes. */
export const RadioBoxes = ({ name, legend, choices, isRequired = false }: Props) => (
  <fieldset className="field">
    <legend>{legend}</legend>
    <div className="choices">
      {choices.map(({ value, label }) => (
        <label key={value} className="choice">
          <input type="radio" name={name} value={value} required={isRequired} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
