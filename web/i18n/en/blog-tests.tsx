import { rule, ruleTest } from '#web/i18n/blog-code-samples.ts'

export const TestsArticle = () => (
  <>
    <p>
      A unit test runs one small piece of a program, such as a function, a rule or a component, gives it a known input
      and checks the result. It does this on its own, without a network or somebody clicking, so that it takes
      milliseconds and says the same thing every time.
    </p>
    <pre>
      <code>{rule}</code>
    </pre>
    <pre>
      <code>{ruleTest}</code>
    </pre>
    <p>
      Most unit tests have these three beats: given a situation, when something happens, then this must be true. The
      title says the rule in a sentence, so a failing test reads like a complaint about the product rather than a
      puzzle.
    </p>
    <h3>Why write them</h3>
    <ul>
      <li>
        <b>They let you change code.</b> The first version is rarely the problem; the tenth change is. With tests you
        learn within seconds that a tidy-up broke a rule somebody depended on.
      </li>
      <li>
        <b>They find the fault where it is.</b> When a whole page misbehaves, the cause may be anywhere. When one small
        test fails, it is in those ten lines.
      </li>
      <li>
        <b>They reach the corners.</b> Zero, one, the last day of February, a price at the limit, an empty name: trying
        these by hand before every release is a day’s work that nobody does.
      </li>
      <li>
        <b>They say what is meant.</b> Comments grow old in silence. A test that no longer fits fails.
      </li>
      <li>
        <b>They improve the design.</b> A function that needs half the application to be tested is telling you that it
        knows too much. Passing the clock in, instead of reading it inside, is a typical gift of testing.
      </li>
      <li>
        <b>They keep a fixed bug fixed.</b> Write the test that shows the bug, see it fail, repair the code, keep the
        test.
      </li>
    </ul>
    <h3>What makes a good one</h3>
    <p>
      It checks what the code does, not how. A test that repeats the implementation line by line breaks at every change
      and proves nothing. It stands alone: the order of the tests does not matter, and none leaves anything behind. And
      it can fail. Break the code on purpose once; a test that stays green then was only decoration.
    </p>
    <p>
      Coverage, the share of lines that ran during the tests, is a good way to find what was never tried. It is a poor
      goal: a line can run without anyone checking what it did.
    </p>
    <h3>What they do not do</h3>
    <p>
      Units that each work can still fail together. The price may be right in the rule and wrong in the database column;
      the button may be there and covered by a banner. So unit tests are the broad, fast base. Above them stand tests
      that use the real database and the real API, and a few that drive a browser through what matters most: finding
      something, ordering it, paying. Write many of the first, some of the second, few of the third, and run all of them
      before every release.
    </p>
  </>
)
