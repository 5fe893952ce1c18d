import { chain, classes, trap } from '#web/i18n/blog-code-samples.ts'

export const InheritanceArticle = () => (
  <>
    <p>
      In many languages a class is a plan and objects are built from it. JavaScript works with less: an object can
      simply point at another object and borrow from it. That other object is its prototype, and borrowing along such
      pointers is prototypical (usually called prototypal) inheritance.
    </p>
    <h3>The chain</h3>
    <p>
      Every object has one hidden link, written <code>[[Prototype]]</code> in the language’s specification. When you
      read a property, the engine looks at the object itself. If it is not there, it follows the link and looks again,
      until it finds the property or the chain ends at <code>null</code>, in which case you get <code>undefined</code>.
    </p>
    <pre>
      <code>{chain}</code>
    </pre>
    <p>
      Two things deserve a second look. First, <code>describe</code> lives on <code>vehicle</code>, yet{' '}
      <code>this</code> is <code>bike</code>: what counts is the object on which the method was called, not where it was
      found. Second, reading climbs the chain but ordinary writing does not. <code>bike.wheels = 2</code> made a new
      property on <code>bike</code> that hides the other one; <code>vehicle.wheels</code> is still 4.
    </p>
    <h3>What new and class do</h3>
    <p>
      Every ordinary function has a property called <code>prototype</code>. Calling it with <code>new</code> makes an
      object whose link points there, and runs the function with that object as <code>this</code>. The{' '}
      <code>class</code> syntax, in the language since 2015, is a clearer way to set up the same thing. Methods are
      stored once on the prototype and shared by all instances, and <code>extends</code> links one prototype to the
      next.
    </p>
    <pre>
      <code>{classes}</code>
    </pre>
    <p>
      Classes add some things of their own, such as private <code>#fields</code> and the rule that they must be called
      with <code>new</code>, but the lookup is the chain you have just seen. It is also how an array comes by{' '}
      <code>map</code>: the array does not have it, <code>Array.prototype</code> does.
    </p>
    <h3>The usual trap</h3>
    <p>
      A prototype is shared, and so is everything that hangs on it. Replacing a borrowed value is harmless; changing it
      in place is not.
    </p>
    <pre>
      <code>{trap}</code>
    </pre>
    <p>
      So keep methods on the prototype and data on the instance, which is where a constructor or a class field puts it.
    </p>
    <h3>Good habits</h3>
    <ul>
      <li>
        Ask <code>Object.hasOwn(object, key)</code> when it matters whether a property is the object’s own.
      </li>
      <li>
        Use <code>Object.create(null)</code> or a <code>Map</code> as a dictionary, so that no borrowed name gets in the
        way.
      </li>
      <li>
        Never add to <code>Object.prototype</code> or <code>Array.prototype</code>: the whole program borrows from them.
      </li>
      <li>Keep chains short. Putting objects together is often easier to follow than a family tree of them.</li>
    </ul>
  </>
)
