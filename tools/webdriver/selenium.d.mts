// The part of selenium-webdriver that is used.

export type WebElement = {
  click: () => Promise<void>
  clear: () => Promise<void>
  sendKeys: (text: string) => Promise<void>
}

export type WebDriver = {
  get: (url: string) => Promise<void>
  getCurrentUrl: () => Promise<string>
  executeScript: <Value>(script: string, ...values: unknown[]) => Promise<Value>
  /** The script ends by calling its last argument. */
  executeAsyncScript: <Value>(script: string, ...values: unknown[]) => Promise<Value>
  /** Calls `condition` until it gives something; rejects after `timeoutMs`. */
  wait: <Value>(condition: () => Promise<Value>, timeoutMs: number) => Promise<Value>
  switchTo: () => { frame: (frame: WebElement) => Promise<void>; defaultContent: () => Promise<void> }
  manage: () => {
    window: () => { setRect: (rect: { x: number; y: number; width: number; height: number }) => Promise<unknown> }
  }
  quit: () => Promise<void>
}

/** Builds a session at a running driver. */
export declare class Builder {
  usingServer(url: string): this
  withCapabilities(capabilities: Record<string, unknown>): this
  build(): Promise<WebDriver>
}
