import { counter, cart } from '#web/i18n/blog-code-samples.ts'

export const StateArticle = () => (
  <>
    <p>
      State is whatever a screen must remember: what was typed, what is open, who is signed in, which bikes the server
      sent. There is no single best place to keep it. The useful question is always the same: who owns this fact, and
      who else needs to read it? Six answers cover almost every React application.
    </p>
    <h3>1. Inside one component</h3>
    <p>
      If only one component cares, keep it there with <code>useState</code>. Give the setter a function when the next
      value depends on the last one; two clicks in the same moment are then counted twice, as they should be.
    </p>
    <pre>
      <code>{counter}</code>
    </pre>
    <p>
      When one event changes several values together, <code>useReducer</code> reads better. Every change has a name, and
      the reducer is a plain function that can be tested without a browser.
    </p>
    <pre>
      <code>{cart}</code>
    </pre>
    <h3>2. In the nearest common parent</h3>
    <p>
      When two siblings need the same value, move it up to the parent they share and hand it down as props. It looks
      like extra typing, but it keeps one source of truth, and anyone can follow where a value comes from.
    </p>
    <h3>3. In context</h3>
    <p>
      Some facts are wanted everywhere and change rarely: the theme, the language, the signed-in person. Context carries
      them past the components in between. Mind the price: when the value changes, every component that reads it renders
      again. So keep contexts small and separate, and do not put fast-changing data into one.
    </p>
    <h3>4. In the address</h3>
    <p>
      Filters, the page of a list, the open tab: if a person may want to share it, bookmark it or press Back to undo it,
      it belongs in the URL. Search parameters are state that survives a reload for free.
    </p>
    <h3>5. On the server, with a cache in front</h3>
    <p>
      Lists and records are not the browser’s own state at all. They are a copy of what the server knows, and copies
      grow old. Router loaders, or a library such as TanStack Query, fetch that copy, refresh it after a change and
      handle loading and failure. Keeping server data in <code>useState</code> means writing all of that by hand, and
      most hand-written versions forget the error case.
    </p>
    <h3>6. In a store outside of React</h3>
    <p>
      When much client-side state is shared across distant parts of a large application, as in an editor or a dashboard,
      a store such as Redux Toolkit, Zustand or Jotai earns its place. Components subscribe to just the slice they need.
      React’s own <code>useSyncExternalStore</code> is the bridge these libraries stand on, and for one small store of
      your own it may be all you need.
    </p>
    <h3>What not to store</h3>
    <p>
      Anything that can be worked out from something else. A total, a filtered list or “is the form valid” are
      calculations, not state; two copies of one fact will disagree sooner or later. Start with the smallest owner, move
      the state only when a second reader appears, and most applications turn out to need less of it than expected.
    </p>
  </>
)
