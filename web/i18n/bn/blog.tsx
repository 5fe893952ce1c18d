// The Bangla blog. Each article has its own file.
import type { articles as english } from '#web/i18n/en/blog.tsx'
import { InheritanceArticle } from './blog-inheritance.tsx'
import { StateArticle } from './blog-state.tsx'
import { TestsArticle } from './blog-tests.tsx'
import { ThreeFrameworksArticle } from './blog-three-frameworks.tsx'

export const articles: typeof english = [
  { id: 'state', title: 'React অ্যাপে state সামলানোর উপায়গুলো কী কী?', Text: StateArticle },
  { id: 'inheritance', title: 'Prototypical inheritance কীভাবে কাজ করে?', Text: InheritanceArticle },
  { id: 'tests', title: 'Unit test কী? কেন লিখব?', Text: TestsArticle },
  { id: 'frameworks', title: 'React, Angular, না Vue?', Text: ThreeFrameworksArticle },
]
