import chatStyles from '#web/styles/chats.css?url'

/** The style sheet of conversations, which only their screens load. */
export const ChatStyles = () => <link rel="stylesheet" href={chatStyles} precedence="screen" />
