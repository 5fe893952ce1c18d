const placeholders = [0, 1, 2]

/** Placeholder cards while a list loads; CSS shows them after 300 ms. */
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
