import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router';
import { Button } from '@wordpress/components';
import type { InvalidateOptions, InvalidateQueryFilters, QueryKey } from '@tanstack/react-query';
import { prefetchText } from '../features/editor/opening.ts';
import { lateScreen } from './late.tsx';
import { Shell } from './shell.tsx';
import { appearancePaths, customFieldsAddress, settingsPaths } from './screens.ts';
import { translatePackages } from './wordpress-words.ts';
import './admin.css';
import { say } from '../words.ts';

translatePackages();

class NewsroomQueries extends QueryClient {
  /**
   * Cancels pending first requests before refetching. TanStack Query would otherwise accept their possibly outdated
   * answer, so that an upload during the library's first load was missing.
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.state.data === undefined && query.isActive()) void query.cancel({ revert: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

const queries = new NewsroomQueries({
  defaultOptions: { queries: { retry: false, staleTime: 5000, networkMode: 'always' } },
});

const NowhereScreen = lateScreen(async () => (await import('./nowhere-screen.tsx')).NowhereScreen);
const HomeScreen = lateScreen(async () => (await import('../features/home/home-screen.tsx')).HomeScreen);
const CommentsScreen = lateScreen(
  async () => (await import('../features/comments/comments-screen.tsx')).CommentsScreen,
);
const PostsScreen = lateScreen(async () => (await import('../features/posts/posts-screen.tsx')).PostsScreen);
const MediaScreen = lateScreen(async () => (await import('../features/media/media-screen.tsx')).MediaScreen);
const TermsScreen = lateScreen(async () => (await import('../features/terms/terms-screen.tsx')).TermsScreen);
const TermScreen = lateScreen(async () => (await import('../features/terms/term-screen.tsx')).TermScreen);
const UsersScreen = lateScreen(async () => (await import('../features/users/users-screen.tsx')).UsersScreen);
const UserScreen = lateScreen(async () => (await import('../features/users/user-screen.tsx')).UserScreen);
const InviteScreen = lateScreen(
  async () => (await import('../features/users/invite-screen.tsx')).InviteScreen,
);
const FrontScreen = lateScreen(async () => (await import('../features/front/front-screen.tsx')).FrontScreen);
const MenusScreen = lateScreen(async () => (await import('../features/menus/menus-screen.tsx')).MenusScreen);
const WidgetsScreen = lateScreen(
  async () => (await import('../features/widgets/widgets-screen.tsx')).WidgetsScreen,
);
const SettingsScreen = lateScreen(
  async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
);
const FieldsScreen = lateScreen(
  async () => (await import('../features/fields/fields-screen.tsx')).FieldsScreen,
);
const HealthScreen = lateScreen(
  async () => (await import('../features/health/health-screen.tsx')).HealthScreen,
);
const ToolsScreen = lateScreen(async () => (await import('../features/tools/tools-screen.tsx')).ToolsScreen);
const TypesScreen = lateScreen(async () => (await import('../features/types/types-screen.tsx')).TypesScreen);
const AppearanceScreen = lateScreen(
  async () => (await import('../features/appearance/appearance-screen.tsx')).AppearanceScreen,
);
const ExportScreen = lateScreen(
  async () => (await import('../features/export/export-screen.tsx')).ExportScreen,
);
const ImportScreen = lateScreen(
  async () => (await import('../features/import/import-screen.tsx')).ImportScreen,
);
const ProfileScreen = lateScreen(
  async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
);
const EditorScreen = lateScreen(async () => {
  prefetchText();
  return (await import('../features/editor/editor-screen.tsx')).EditorScreen;
});

const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Shell />,
      errorElement: <ErrorScreen />,
      children: [
        { index: true, element: <HomeScreen /> },
        { path: 'edit.php', element: <PostsScreen /> },
        { path: 'edit-comments.php', element: <CommentsScreen /> },
        { path: 'upload.php', element: <MediaScreen /> },
        { path: 'post.php', element: <EditorScreen /> },
        { path: 'post-new.php', element: <EditorScreen /> },
        { path: 'edit-tags.php', element: <TermsScreen /> },
        { path: 'term.php', element: <TermScreen /> },
        { path: 'users.php', element: <UsersScreen /> },
        { path: 'user-edit.php', element: <UserScreen /> },
        { path: 'user-new.php', element: <InviteScreen /> },
        { path: 'profile.php', element: <ProfileScreen /> },
        { path: 'import.php', element: <ImportScreen /> },
        { path: 'export.php', element: <ExportScreen /> },
        { element: <SettingsScreen />, children: settingsPaths.map((path) => ({ path })) },
        { path: customFieldsAddress, element: <FieldsScreen /> },
        { path: 'widgets.php', element: <WidgetsScreen /> },
        { path: 'site-health.php', element: <HealthScreen /> },
        { path: 'front.php', element: <FrontScreen /> },
        { path: 'nav-menus.php', element: <MenusScreen /> },
        { path: 'tools.php', element: <ToolsScreen /> },
        { path: 'admin.php', element: <TypesScreen /> },
        { element: <AppearanceScreen />, children: appearancePaths.map((path) => ({ path })) },
        { path: '*', element: <NowhereScreen /> },
      ],
    },
  ],
  { basename: '/wp-admin' },
);

const place = document.querySelector('#newsroom');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** Shown when a screen fails, for example because an update removed its scripts. */
function ErrorScreen() {
  const error = useRouteError();
  return (
    <main className="error-screen">
      <h1>{say('This screen can’t be displayed')}</h1>
      <p>{error instanceof Error ? error.message : say('An unknown error occurred.')}</p>
      <p>{say('If Broadsheet was updated, reload the page. Everything you saved is safe.')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {say('Reload')}
      </Button>
    </main>
  );
}
