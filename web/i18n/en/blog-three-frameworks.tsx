import { react, vue, angular } from '#web/i18n/blog-code-samples.ts'

export const ThreeFrameworksArticle = () => (
  <>
    <p>
      All three build the same kind of thing: screens made of components that follow their data. All three are mature,
      free and used by large companies. They differ in how much they decide for you and in how they notice that
      something has changed.
    </p>
    <h3>React: a library and a choice of everything else</h3>
    <pre>
      <code>{react}</code>
    </pre>
    <p>
      React, which began at Facebook in 2013, does one thing: it turns state into a user interface. A component is a
      function; when its state changes the function runs again and React changes the page where the result differs.
      Markup is written in JavaScript (JSX), so a loop is a loop and a condition is a condition. Routing, data loading
      and forms come from other packages or from a framework built on React, such as Next.js or React Router. That
      freedom is its strength and its cost: two React projects can look quite unlike each other, and somebody has to
      choose. The community, the number of ready components and the number of jobs are the largest of the three, and
      React Native carries the same ideas to phones.
    </p>
    <h3>Vue: approachable, with the parts that belong together</h3>
    <pre>
      <code>{vue}</code>
    </pre>
    <p>
      Vue, started by Evan You in 2014, keeps template, logic and style of a component in one file that reads like HTML.
      Reactivity is fine-grained: a <code>ref</code> knows who read it, so only those parts run again and there is
      little to optimise by hand. The router (Vue Router) and the store (Pinia) come from the same team and fit without
      discussion; Nuxt adds server rendering. Many people find it the gentlest to learn, and it can be dropped into an
      existing page with a script tag. The ecosystem is smaller than React’s, though the usual needs are well covered.
    </p>
    <h3>Angular: the complete framework</h3>
    <pre>
      <code>{angular}</code>
    </pre>
    <p>
      Angular, from Google, in its present form since 2016, brings nearly everything: router, forms, HTTP client,
      dependency injection, testing tools and a command line that generates and upgrades code. TypeScript is not
      optional. Recent versions have become much lighter: components stand alone without modules, templates have
      built-in control flow, and signals tell the framework exactly what changed. There is more to learn at the
      beginning, but a team of fifty will find the same structure in every project.
    </p>
    <h3>How to choose</h3>
    <ul>
      <li>
        <b>Team and jobs.</b> What your people know well beats any benchmark. For finding work or staff, React is the
        safest guess in most places.
      </li>
      <li>
        <b>Size of the project.</b> A small team that wants quick results is happy with Vue. Many teams on one large
        product gain from Angular’s rules.
      </li>
      <li>
        <b>Freedom.</b> If you want to pick each part yourself, or build for phones too, React leaves the most options
        open.
      </li>
      <li>
        <b>Speed.</b> All three are fast enough. Large pictures, too much JavaScript and slow queries make slow pages;
        the framework seldom does.
      </li>
    </ul>
    <p>
      Build the same small screen in two of them before you decide: a list, a form and an error from the server. An
      afternoon of that says more than any table of features. These pages, by the way, are made with React.
    </p>
  </>
)
