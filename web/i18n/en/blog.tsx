// The English blog, in the order shown. Each article has its own file.
import { InheritanceArticle } from './blog-inheritance.tsx'
import { StateArticle } from './blog-state.tsx'
import { TestsArticle } from './blog-tests.tsx'
import { ThreeFrameworksArticle } from './blog-three-frameworks.tsx'

export const articles = [
  { id: 'state', title: 'What are the different ways to manage state in a React application?', Text: StateArticle },
  { id: 'inheritance', title: 'How does prototypical inheritance work?', Text: InheritanceArticle },
  { id: 'tests', title: 'What is a unit test? Why should we write unit tests?', Text: TestsArticle },
  { id: 'frameworks', title: 'React vs. Angular vs. Vue?', Text: ThreeFrameworksArticle },
]
