import type {
  BylineTable,
  CounterTable,
  FrontEditorTable,
  FrontPinTable,
  FrontStateTable,
  MediaMentionTable,
  MediaTable,
  OldSlugTable,
  PostDigestTable,
  PostMetaTable,
  PostPatternTable,
  PostRelatedTable,
  PostRenderMediaTable,
  PostFindingTable,
  PostLockTable,
  PostRenderTable,
  PostSearchKeyTable,
  PostTable,
  PostTermTable,
  RevisionTable,
  ScriptBlockTable,
  SharedDraftTable,
  TermRelationshipTable,
} from './tables/post-tables.ts';
import type {
  ActivityTable,
  CommentReportTable,
  CommentTable,
  FeedTable,
  ImportItemTable,
  InvalidationTable,
  JobTable,
  MenuItemTable,
  MenuLocationTable,
  LoginFailureTable,
  MenuTable,
  PushMessageTable,
  PushNoteTable,
  AccountTokenTable,
  ApplicationPasswordTable,
  PasskeyTable,
  PushSubscriptionTable,
  RecoveryCodeTable,
  MissingPageTable,
  RedirectTable,
  RoleTable,
  SchemaVersionTable,
  SearchedAskerTable,
  SearchedDayTable,
  SearchedPhraseTable,
  SecondFactorTable,
  SessionTable,
  SettingTable,
  TaskRunTable,
  TemplateAssignmentTable,
  TemplateChangeTable,
  TemplateChangeUseTable,
  TemplateRevisionTable,
  TemplateTable,
  TermMetaTable,
  TermTable,
  UsedPassTable,
  UserMetaTable,
  UserTable,
} from './tables/site-tables.ts';
import type { ProductTable } from './tables/shop-tables.ts';
import type { ContentTypeTable } from './tables/type-tables.ts';
import type { FieldNumberTable, FieldSetTable, FieldTable, FieldTextTable } from './tables/field-tables.ts';
import type { WidgetAreaTable } from './tables/widget-tables.ts';

export interface Tables {
  post: PostTable;
  post_meta: PostMetaTable;
  post_pattern: PostPatternTable;
  term_relationship: TermRelationshipTable;
  post_term: PostTermTable;
  byline: BylineTable;
  front_pin: FrontPinTable;
  front_state: FrontStateTable;
  front_editor: FrontEditorTable;
  script_block: ScriptBlockTable;
  shared_draft: SharedDraftTable;
  post_lock: PostLockTable;
  post_finding: PostFindingTable;
  post_render: PostRenderTable;
  post_render_media: PostRenderMediaTable;
  post_digest: PostDigestTable;
  post_related: PostRelatedTable;
  revision: RevisionTable;
  old_slug: OldSlugTable;
  counter: CounterTable;
  media: MediaTable;
  media_mention: MediaMentionTable;
  post_search_key: PostSearchKeyTable;
  term: TermTable;
  term_meta: TermMetaTable;
  user: UserTable;
  user_meta: UserMetaTable;
  session: SessionTable;
  account_token: AccountTokenTable;
  application_password: ApplicationPasswordTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  role: RoleTable;
  comment: CommentTable;
  comment_report: CommentReportTable;
  used_pass: UsedPassTable;
  job: JobTable;
  feed: FeedTable;
  searched_phrase: SearchedPhraseTable;
  searched_asker: SearchedAskerTable;
  searched_day: SearchedDayTable;
  push_subscription: PushSubscriptionTable;
  push_message: PushMessageTable;
  push_note: PushNoteTable;
  menu: MenuTable;
  menu_location: MenuLocationTable;
  menu_item: MenuItemTable;
  setting: SettingTable;
  redirect: RedirectTable;
  missing_page: MissingPageTable;
  template: TemplateTable;
  template_revision: TemplateRevisionTable;
  template_assignment: TemplateAssignmentTable;
  template_change: TemplateChangeTable;
  template_change_use: TemplateChangeUseTable;
  widget_area: WidgetAreaTable;
  content_type: ContentTypeTable;
  field: FieldTable;
  field_set: FieldSetTable;
  field_number: FieldNumberTable;
  field_text: FieldTextTable;
  product: ProductTable;
  activity: ActivityTable;
  login_failure: LoginFailureTable;
  task_run: TaskRunTable;
  invalidation: InvalidationTable;
  import_item: ImportItemTable;
  schema_version: SchemaVersionTable;
}
