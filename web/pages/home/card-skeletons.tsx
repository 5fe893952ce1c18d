const placeholders = [0, 1, 2]

/** Empty cards in place of a list that is on its way; they show after 300 ms. */
export const CardSkeletons = () => (
  <ul className="grid-cards bones" aria-hidden>
    {placeholders.map((card) => (
      <li key={card} className="card">
        <div className="bone bone--photo" />
        <div className="card__body">
          <div className="bone bone--name" />
          <div className="bone bone--price" />
          <div className="bone bone--facts" />
          <div className="bone bone--facts" />
        </div>
      </li>
    ))}
  </ul>
)
